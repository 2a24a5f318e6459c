PRAGMA application_id = 1279348820;
PRAGMA user_version = 15;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE clocks (
  clock INTEGER PRIMARY KEY,
  boot_id TEXT NOT NULL,
  device TEXT NOT NULL,
  "offset" INTEGER NOT NULL,
  UNIQUE (boot_id, device, "offset")
) STRICT;
INSERT INTO clocks VALUES(1,'3354211b-8c74-41fd-9c0c-b469ffaef8a6','49de63bf-2a2c-8054-a137-2457c0b3fee2',0);
CREATE TABLE events (
  position INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  session INTEGER NOT NULL,
  version INTEGER NOT NULL,
  kind TEXT NOT NULL,
  kind_version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  basis TEXT NOT NULL CHECK (basis IN ('measured', 'ago', 'stated')),
  recorded_at INTEGER NOT NULL,
  ticks_ns INTEGER NOT NULL,
  clock INTEGER NOT NULL REFERENCES clocks,
  source TEXT NOT NULL,
  data TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  UNIQUE (session, version)
) STRICT;
INSERT INTO events VALUES(1,X'01a21a5bd0217b5e80c0928b4e2d4e28',1,1,'started',1,1795168800000000000,'stated',1795738554401519609,23182214431370,1,'cli','{"name":"Tempo","tags":["track"],"min_lap_ns":5000000000}',X'af52edefde222b89c7d76bf6bbd14b4191931c1977d21af45d1e08593b0618a0');
INSERT INTO events VALUES(2,X'01a21a5bd135762fbb40ec09dfc84738',1,2,'lapped',1,1795168828000000000,'stated',1795738554677199524,23182490111285,1,'cli','{}',X'c9d564ddb01fbe6c8f69ef345da0065f05a763d2fdf2223fb1776b8186205404');
INSERT INTO events VALUES(3,X'01a21a5bd1de798e9c8f77b534bc795e',1,3,'lapped',1,1795168855000000000,'stated',1795738554846039573,23182658951334,1,'cli','{"label":"fast"}',X'f7c1486a3426aa707095b85287922b1e47b3957ddcdfeff409192cf24d9bcd2e');
INSERT INTO events VALUES(4,X'01a21a5bd21870a6ab9d47ead589c586',1,4,'lapped',1,1795168856000000000,'stated',1795738554904767666,23182717679427,1,'cli','{}',X'885a4f85751162fc76adb324537fdf7880229c4483f71169774c752488efb3ca');
INSERT INTO events VALUES(5,X'01a21a5bd2887ee792eb231b39f83a23',1,5,'timestamped',1,1795168860000000000,'stated',1795738555016549429,23182829461190,1,'cli','{"label":"pit"}',X'1072fb3de0a552401d160ee237137c990cac357ee41beb60156dc80a18450952');
INSERT INTO events VALUES(6,X'01a21a5bd2e073f3a8ebb3ce7d1868ba',1,6,'amended',1,1795738555104582203,'measured',1795738555104582203,23182917493964,1,'cli','{"target":"01a21a5b-d135-762f-bb40-ec09dfc84738","by_ns":1000000000}',X'f677ce29715c42c12acc0092f0b46f1c6097c10bb8c0a2c79a2db327b489f864');
INSERT INTO events VALUES(7,X'01a21a5bd390707abbad58751fc45d41',1,7,'reverted',1,1795738555280969101,'measured',1795738555280969101,23183093880862,1,'cli','{"target":"01a21a5b-d2e0-73f3-a8eb-b3ce7d1868ba"}',X'5d4422095047b1313aab73c6a1d225484544b734a292b10e05d92a2c1fcdc8ba');
INSERT INTO events VALUES(8,X'01a21a5bd3fe7a6f9dfc9621e96511df',1,8,'reverted',1,1795738555390231016,'measured',1795738555390231016,23183203142777,1,'cli','{"target":"01a21a5b-d390-707a-bbad-58751fc45d41"}',X'2025cac6da5f8d07dec450259df6a6375888febf720c19610f2e5d6dd0916287');
INSERT INTO events VALUES(9,X'01a21a5bd4887065b398585b2e44914d',1,9,'removed',1,1795738555528774579,'measured',1795738555528774579,23183341686340,1,'cli','{"target":"01a21a5b-d1de-798e-9c8f-77b534bc795e"}',X'7e6c4c49a88c266a0b5c5019b505fc71743f8d2029a55d5c08130e1a6b0f765c');
INSERT INTO events VALUES(10,X'01a21a5bd4fd7f2eb887b3d4aeba78dc',1,10,'stopped',1,1795168920000000000,'stated',1795738555645719816,23183458631577,1,'cli','{}',X'6ee45245914d28218c813e84bae8185a62a6cbbafcac36ff7de570e14f31c6c3');
INSERT INTO events VALUES(11,X'01a21a5bd5927136a406694319967e8c',1,11,'resumed',1,1795168980000000000,'stated',1795738555794352913,23183607264674,1,'cli','{}',X'92a89a83e327b9969b6556b376141b42c59830b1c1aa0a55ffc44d78ac5e9e11');
INSERT INTO events VALUES(12,X'01a21a5bd614772bbc43b1f151c57504',1,12,'stopped',1,1795169040000000000,'stated',1795738555924547826,23183737459587,1,'cli','{}',X'dfeb7152e1f9ac0fb1e5cad3e3d2573637969500dc70cfb1a4bf47ac1d780b56');
INSERT INTO events VALUES(13,X'01a21a5bd6367adbbe0d6ae50ebb1c65',1,13,'identified',1,1795738555958833341,'measured',1795738555958833341,23183771745102,1,'cli','{"people":[{"first":"Ada","last":"Lovelace","full":"Ada Lovelace"}]}',X'3f80cc0700e81ea38bc5c1f049174af895d7c520c34612ac72e190ecae2d295a');
INSERT INTO events VALUES(14,X'01a21a5bd64076efa6fa2a3cb3aaafc0',2,1,'started',2,1795172400000000000,'stated',1795738555968975482,23183781887243,1,'cli','{"name":"golf 1","course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',X'8c6147b66004ecf62e40b5811e587bb881108157117d7e676bce4a8f2eb4725c');
INSERT INTO events VALUES(15,X'01a21a5bd6617b66b86ad3a7984891c0',2,2,'lapped',2,1795172411000000000,'stated',1795738556001116141,23183814027902,1,'cli','{"segment":1}',X'0f77cc4ce81982e650652228182a7cc7b86ca825c9bd3bc321e1222aee170056');
INSERT INTO events VALUES(16,X'01a21a5bd6907f92839935be6d3ccc92',2,3,'lapped',2,1795172431000000000,'stated',1795738556048789495,23183861701256,1,'cli','{"label":"Hole 3","segment":3}',X'73f4f29154bb63e4420adcb1eae7ad0c7dc43baa41894f4e7bac7701a150456f');
INSERT INTO events VALUES(17,X'01a21a5bd7307636b1e82334f2df3560',3,1,'started',2,1795176000000000000,'stated',1795738556208624851,23184021536612,1,'cli','{"name":"golf 2","course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',X'5725ae2fdfd86c929074028a4e2436927200e05f60a22539e4438babc384b192');
INSERT INTO events VALUES(18,X'01a21a5bd7a77a459bba669db9ddce87',3,2,'lapped',2,1795176012000000000,'stated',1795738556327176381,23184140088142,1,'cli','{"segment":1}',X'ac876f5747e0e2bd48079e2dfe279337de18b3af4274d07f5448240130b34422');
INSERT INTO events VALUES(19,X'01a21a5bd82d7605b7c0b186d8ff4d91',3,3,'lapped',2,1795176032000000000,'stated',1795738556461096070,23184274007831,1,'cli','{"label":"Hole 3","segment":3}',X'216b75615d88d1edb56b329f63659a62e644f72248cee2cf1912f3050eec19e4');
INSERT INTO events VALUES(20,X'01a21a5bd8be723783a83cf64a5f1f74',4,1,'started',2,1795179600000000000,'stated',1795738556606156226,23184419067987,1,'cli','{"name":"golf 3","course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',X'6429c53b9c87b36918e83075f1605037f8fe688c7c6742e4d73ade1394f1e661');
INSERT INTO events VALUES(21,X'01a21a5bd901718ba44369aa6d270812',4,2,'lapped',2,1795179609000000000,'stated',1795738556673050223,23184485961984,1,'cli','{"segment":1}',X'173ac23dba7fc0e178fff1185fdb8441299939593f3c49101d1e49e844018e09');
INSERT INTO events VALUES(22,X'01a21a5bd9217e8ab6e8f50d485b9787',4,3,'stopped',1,1795179620000000000,'stated',1795738556705842184,23184518753945,1,'cli','{}',X'609077284faebd6e31dee62b8d5d7b85df1d9cf26c40bd89baacf425363b1401');
INSERT INTO events VALUES(23,X'01a21a5bd9597ecd99a1e996b0d9b517',5,1,'started',2,1795183200000000000,'stated',1795738556761339133,23184574250894,1,'cli','{"name":"Crit","race":{"rules_version":1,"finish":{"kind":"laps","laps":3},"lapped":"finish","first":"lap","clock":"gun","limit_from":"race","ties":"line","round":null,"bunch_ns":null,"min_lap_ns":null,"dead_time_permille":null,"doubles_ns":5000000000,"pulled":"ranked","classified_permille":null,"windows":[]}}',X'1c08592a9bdd8154a70b3d06ac0f92e0608f147d13ce9fb28c47bfaa725e3d0f');
INSERT INTO events VALUES(24,X'01a21a5bd9c570628cabd56f3f5c1632',5,2,'entered',1,1795738556869692838,'measured',1795738556869692838,23184682604599,1,'cli','{"bib":"1","name":"Ada","category":"W","chips":["0A1"],"batch":"01a21a5b-d9c5-7062-8cab-d56f3f5c1632"}',X'0ebf2e354423adefe795032ce5cf6e01ebe35c951128a891686576b8e957fc9e');
INSERT INTO events VALUES(25,X'f77cead85baf874d8475754f1158ef06',5,3,'entered',1,1795738556869692838,'measured',1795738556869692838,23184682604599,1,'cli','{"bib":"2","name":"Bo","category":"M","chips":["0A2"],"batch":"01a21a5b-d9c5-7062-8cab-d56f3f5c1632"}',X'55470f946919598025f2d3560eb5800eed2bdbaccccd3abc64c15e858cbf4bf3');
INSERT INTO events VALUES(26,X'488a6fe29dbc888bb99b2fac35749f68',5,4,'entered',1,1795738556869692838,'measured',1795738556869692838,23184682604599,1,'cli','{"bib":"3","name":"Cy","category":"M","batch":"01a21a5b-d9c5-7062-8cab-d56f3f5c1632"}',X'd426fa0015bbfe0a148cc431291132b487cad9e25d1eac1b77a9b72eaea81c39');
INSERT INTO events VALUES(27,X'01a21a5bda227953b9c0d98d3f62503a',5,5,'crossed',1,1795183210000000000,'stated',1795738556962826866,23184775738627,1,'cli','{"bib":"1","batch":"01a21a5b-da22-7953-b9c0-d98d3f62503a"}',X'636f838f04189f1385af48a42b1b6dca0dce65e55fdd82b87dffc6b194772677');
INSERT INTO events VALUES(28,X'477f33fe4556831580977c3407d72e71',5,6,'crossed',1,1795183210000000000,'stated',1795738556962826866,23184775738627,1,'cli','{"bib":"2","batch":"01a21a5b-da22-7953-b9c0-d98d3f62503a"}',X'1213e3bd200b42313240994df2679f1fbc88d122812b65b79b0afd5daba0c1f7');
INSERT INTO events VALUES(29,X'01a21a5bda6573d2826244e35a3f56cf',5,7,'crossed',1,1795183212000000000,'stated',1795738557029040979,23184841952740,1,'cli','{"bib":"3"}',X'f26ec12f8f56bfe4bee4b1d230fcf874a98ae9a319028791f5ec195d0c976dd1');
INSERT INTO events VALUES(30,X'01a21a5bdaa075148e23144133cade5e',5,8,'crossed',1,1795183220000000000,'stated',1795738557088648212,23184901559973,1,'cli','{"chip":"0A1"}',X'9a5ec6ed10a1bcde3d228555e8d32d8eb0295904959015b714ae35d32a8df588');
INSERT INTO events VALUES(31,X'01a21a5bdad57b0babcdc713a8cd88c7',5,9,'crossed',1,1795183221000000000,'stated',1795738557141595864,23184954507625,1,'cli','{}',X'db240fee5ce1bafefbfafe65ca5493112193cf4e9ede90f10d54d7aa39b5b4bf');
INSERT INTO events VALUES(32,X'01a21a5bdb1177fc9425008300064d71',5,10,'crossed',1,1795183223000000000,'stated',1795738557201143130,23185014054891,1,'cli','{"bib":"3"}',X'99901d0314b7737ddb57118ee4ce8590867d39e863491aa78110bcf1b1032494');
INSERT INTO events VALUES(33,X'01a21a5bdb5971989c52b76f9a695ae8',5,11,'crossed',1,1795183233000000000,'stated',1795738557273114560,23185086026321,1,'cli','{"bib":"1","batch":"01a21a5b-db59-7198-9c52-b76f9a695ae8"}',X'3dcb8859703c620c3ddb814e3685fdac2269117dbf3f4b3e0aef6c9d0b66957a');
INSERT INTO events VALUES(34,X'4a65fed80d4588fba2fd5cf557ec0887',5,12,'crossed',1,1795183233000000000,'stated',1795738557273114560,23185086026321,1,'cli','{"bib":"2","batch":"01a21a5b-db59-7198-9c52-b76f9a695ae8"}',X'56ace33871b6631b2e9f8b59bf0ca4919fdded7ce62b949de62b30e2fdd42ea1');
INSERT INTO events VALUES(35,X'9e7f44142e2a8c4f95f1265167ef6682',5,13,'crossed',1,1795183233000000000,'stated',1795738557273114560,23185086026321,1,'cli','{"bib":"3","batch":"01a21a5b-db59-7198-9c52-b76f9a695ae8"}',X'44098749c881d2ae9e0ae75041f0b89da3d12fd289f0816f3fab801b88164d57');
INSERT INTO events VALUES(36,X'01a21a5bdb917a23af51611077fc3d82',5,14,'ruled',1,1795738557329099474,'measured',1795738557329099474,23185142011235,1,'cli','{"bib":"2","penalty_ns":10000000000,"reason":"cut"}',X'3099bb627306b51160bbbda25acf0bd8c4104f947bdd75a41dc4955bc91ad170');
INSERT INTO events VALUES(37,X'01a21a5bdbb47107ba4de3847aa09471',5,15,'ruled',1,1795738557364522898,'measured',1795738557364522898,23185177434659,1,'cli','{"bib":"3","status":"dnf"}',X'cf7ba0480381ea0f6ee7457fde196baf10699f033a7727b0feb4bc8881ad1a8d');
INSERT INTO events VALUES(38,X'01a21a5bdbe077f298f1f63173f3eb0c',5,16,'reverted',1,1795738557408639625,'measured',1795738557408639625,23185221551386,1,'cli','{"target":"01a21a5b-dbb4-7107-ba4d-e3847aa09471"}',X'af83ec235c4f3cb3b94aa93116114d0963f24983ef7bacc7c1b05f592ab7ee0d');
INSERT INTO events VALUES(39,X'01a21a5c222079b28b6d237b8ed31747',6,1,'joined',1,1795738575392702557,'measured',1795738575392702557,23203205614318,1,'cli','{"race":"01a21a5b-d959-7ecd-99a1-e996b0d9b517","point":"finish","priority":1}',X'6fa099031034379f7ea677f8d27e2bc067fbe727e9f88d5b84adeec1f88ddb1b');
INSERT INTO events VALUES(40,X'01a21a5c22de7ba6843152dfb1857a6f',6,2,'crossed',1,1795738575582687188,'measured',1795738575582687188,23203395598949,1,'cli','{"bib":"2"}',X'5116873458eb967b31eb1d7263ddd20b6662c2684c81d9111ae722028f136fab');
INSERT INTO events VALUES(41,X'01a21a5c231c7bbb9b658d7957c817bd',7,1,'started',1,1795742175644680991,'measured',1795738575644680991,23203457592752,1,'cli','{"name":"later"}',X'a618756708344dafdba237198d193b1fe96d2106a7cb617a2777766627942bd7');
INSERT INTO events VALUES(42,X'01a21a5c235c79e6baab02418c137c31',7,2,'discarded',1,1795738575708536412,'measured',1795738575708536412,23203521448173,1,'cli','{}',X'a0f435a7a043096a873f504103935baa46087e7aa47cdb1d1799542569a74b73');
CREATE TABLE fold (
  fold_version INTEGER NOT NULL
, oldest_version INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO fold VALUES(15,15);
CREATE TABLE anchors (
  session INTEGER NOT NULL,
  clock INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  ticks_ns INTEGER NOT NULL,
  place INTEGER NOT NULL,
  is_sound INTEGER NOT NULL,
  PRIMARY KEY (session, clock)
) STRICT, WITHOUT ROWID;
CREATE TABLE laps (
  session INTEGER NOT NULL,
  event INTEGER NOT NULL,
  number INTEGER,
  split_ns INTEGER NOT NULL,
  lap_ns INTEGER NOT NULL,
  at INTEGER NOT NULL,
  label TEXT,
  flags TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;
INSERT INTO laps VALUES(1,2,1,29000000000,29000000000,1795168829000000000,NULL,'["amended","stated"]',29000000000);
INSERT INTO laps VALUES(1,4,2,56000000000,27000000000,1795168856000000000,NULL,'["stated"]',56000000000);
INSERT INTO laps VALUES(2,2,1,11000000000,11000000000,1795172411000000000,NULL,'["stated"]',11000000000);
INSERT INTO laps VALUES(2,3,2,31000000000,20000000000,1795172431000000000,'Hole 3','["stated"]',31000000000);
INSERT INTO laps VALUES(3,2,1,12000000000,12000000000,1795176012000000000,NULL,'["stated"]',12000000000);
INSERT INTO laps VALUES(3,3,2,32000000000,20000000000,1795176032000000000,'Hole 3','["stated"]',32000000000);
INSERT INTO laps VALUES(4,2,1,9000000000,9000000000,1795179609000000000,NULL,'["stated"]',9000000000);
CREATE TABLE timestamps (
  session INTEGER NOT NULL,
  event INTEGER NOT NULL,
  label TEXT NOT NULL,
  at INTEGER NOT NULL,
  running_time_ns INTEGER,
  place INTEGER NOT NULL,
  PRIMARY KEY (session, event)
) STRICT, WITHOUT ROWID;
INSERT INTO timestamps VALUES(1,5,'pit',1795168860000000000,60000000000,60000000000);
CREATE TABLE sessions (
  session INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  name TEXT,
  phase TEXT NOT NULL,
  started_at INTEGER,
  running_since INTEGER,
  running_time_ns INTEGER,
  limit_at INTEGER,
  lap_count INTEGER NOT NULL,
  best_ns INTEGER,
  tags TEXT NOT NULL,
  people TEXT NOT NULL,
  plan TEXT,
  events INTEGER NOT NULL,
  clock TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;
INSERT INTO sessions VALUES(1,'01a21a5b-d021-7b5e-80c0-928b4e2d4e28','Tempo','stopped',1795168800000000000,NULL,180000000000,NULL,2,27000000000,'["track"]','[{"first":"Ada","last":"Lovelace","full":"Ada Lovelace"}]','{"laps":null,"limit_ns":null,"min_lap_ns":5000000000}',13,'stated','[15,0,0,null,180000000000,240000000000,null,null,null,4,56000000000,240000000000,60000000000,0,1,1,1795738555958833341,23183771745102,569755958833341,2,1,1795738555958833341,23183771745102,569755958833341,0,0]');
INSERT INTO sessions VALUES(2,'01a21a5b-d640-76ef-a6fa-2a3cb3aaafc0','golf 1','finished',1795172400000000000,NULL,31000000000,NULL,2,NULL,'[]','[]','{"laps":null,"limit_ns":null,"min_lap_ns":null,"course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',3,'stated','[15,0,0,0,0,null,31000000000,31000000000,0,3,31000000000,31000000000,null,0,1,1,1795738556048789495,23183861701256,566156048789495,2,1,1795738556048789495,23183861701256,566156048789495,3,0]');
INSERT INTO sessions VALUES(3,'01a21a5b-d730-7636-b1e8-2334f2df3560','golf 2','finished',1795176000000000000,NULL,32000000000,NULL,2,NULL,'[]','[]','{"laps":null,"limit_ns":null,"min_lap_ns":null,"course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',3,'stated','[15,0,0,0,0,null,32000000000,32000000000,0,3,32000000000,32000000000,null,0,1,1,1795738556461096070,23184274007831,562556461096070,2,1,1795738556461096070,23184274007831,562556461096070,3,0]');
INSERT INTO sessions VALUES(4,'01a21a5b-d8be-7237-83a8-3cf64a5f1f74','golf 3','stopped',1795179600000000000,NULL,20000000000,NULL,1,NULL,'[]','[]','{"laps":null,"limit_ns":null,"min_lap_ns":null,"course":"golf","segments":["Hole 1","Hole 2","Hole 3"]}',3,'stated','[15,0,0,null,20000000000,20000000000,null,null,null,2,9000000000,20000000000,null,0,1,1,1795738556705842184,23184518753945,558956705842184,2,1,1795738556705842184,23184518753945,558956705842184,1,0]');
INSERT INTO sessions VALUES(5,'01a21a5b-d959-7ecd-99a1-e996b0d9b517','Crit','running',1795183200000000000,1795183200000000000,NULL,NULL,0,NULL,'[]','[]','{"laps":null,"limit_ns":null,"min_lap_ns":null,"race":{"rules_version":1,"finish":{"kind":"laps","laps":3},"lapped":"finish","first":"lap","clock":"gun","limit_from":"race","ties":"line","round":null,"bunch_ns":null,"min_lap_ns":null,"dead_time_permille":null,"doubles_ns":5000000000,"pulled":"ranked","classified_permille":null,"windows":[]}}',16,'stated','[15,0,0,0,0,null,null,null,null,null,0,0,null,0,1,1,1795738557408639625,23185221551386,555357408639625,2,1,1795738557408639625,23185221551386,555357408639625,0,0]');
INSERT INTO sessions VALUES(6,'01a21a5c-2220-79b2-8b6d-237b8ed31747',NULL,'ready',NULL,NULL,0,NULL,0,NULL,'[]','[]','{"laps":null,"limit_ns":null,"min_lap_ns":null,"joined":{"race":"01a21a5b-d959-7ecd-99a1-e996b0d9b517","point":"finish","priority":1}}',2,'exact','[15,null,0,null,0,null,null,null,null,null,0,null,null,0,0,1,1795738575582687188,23203395598949,189984631,2,1,1795738575582687188,23203395598949,189984631,0,0]');
INSERT INTO sessions VALUES(7,'01a21a5c-231c-7bbb-9b65-8d7957c817bd','later','discarded',1795742175644680991,1795742175644680991,NULL,NULL,0,NULL,'[]','[]',NULL,2,'exact','[15,0,1,0,0,null,null,null,null,null,0,0,null,0,0,1,1795738575708536412,23203521448173,-3599936144579,2,1,1795738575708536412,23203521448173,-3599936144579,0,0]');
CREATE TABLE attempts (
  session INTEGER PRIMARY KEY,
  uid TEXT NOT NULL,
  course TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  finished INTEGER NOT NULL,
  segments TEXT NOT NULL,
  splits TEXT NOT NULL
) STRICT;
INSERT INTO attempts VALUES(2,'01a21a5b-d640-76ef-a6fa-2a3cb3aaafc0','golf',1795172400000000000,1795172431000000000,1,'["Hole 1","Hole 2","Hole 3"]','[11000000000,null,31000000000]');
INSERT INTO attempts VALUES(3,'01a21a5b-d730-7636-b1e8-2334f2df3560','golf',1795176000000000000,1795176032000000000,1,'["Hole 1","Hole 2","Hole 3"]','[12000000000,null,32000000000]');
INSERT INTO attempts VALUES(4,'01a21a5b-d8be-7237-83a8-3cf64a5f1f74','golf',1795179600000000000,1795179620000000000,0,'["Hole 1","Hole 2","Hole 3"]','[9000000000,null,null]');
CREATE TABLE course_histories (
  course TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  uid TEXT NOT NULL,
  session INTEGER NOT NULL,
  history TEXT NOT NULL,
  PRIMARY KEY (course, ended_at, uid)
) STRICT, WITHOUT ROWID;
INSERT INTO course_histories VALUES('golf',1795172431000000000,'01a21a5b-d640-76ef-a6fa-2a3cb3aaafc0',2,'[1,1,["Hole 3",1,31000000000,2],[null,null,"Hole 1",1,11000000000,2,"11000000000",1],["Hole 1",1,"Hole 3",1,20000000000,2,"20000000000",1]]');
INSERT INTO course_histories VALUES('golf',1795176032000000000,'01a21a5b-d730-7636-b1e8-2334f2df3560',3,'[2,2,["Hole 3",1,31000000000,2],[null,null,"Hole 1",1,11000000000,2,"23000000000",2],["Hole 1",1,"Hole 3",1,20000000000,2,"40000000000",2]]');
INSERT INTO course_histories VALUES('golf',1795179620000000000,'01a21a5b-d8be-7237-83a8-3cf64a5f1f74',4,'[3,2,["Hole 3",1,31000000000,2],[null,null,"Hole 1",1,9000000000,4,"32000000000",3],["Hole 1",1,"Hole 3",1,20000000000,2,"40000000000",2]]');
CREATE TABLE entries (
  session INTEGER NOT NULL,
  bib TEXT NOT NULL,
  name TEXT,
  first TEXT,
  last TEXT,
  team TEXT,
  category TEXT,
  wave TEXT,
  chips TEXT NOT NULL,
  event INTEGER NOT NULL,
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;
INSERT INTO entries VALUES(5,'1','Ada',NULL,NULL,NULL,'W',NULL,'["0A1"]',2);
INSERT INTO entries VALUES(5,'2','Bo',NULL,NULL,NULL,'M',NULL,'["0A2"]',3);
INSERT INTO entries VALUES(5,'3','Cy',NULL,NULL,NULL,'M',NULL,'[]',4);
CREATE TABLE chips (
  session INTEGER NOT NULL,
  chip TEXT NOT NULL,
  event INTEGER NOT NULL,
  bib TEXT NOT NULL,
  place INTEGER,
  PRIMARY KEY (session, chip, event)
) STRICT, WITHOUT ROWID;
INSERT INTO chips VALUES(5,'0A1',2,'1',NULL);
INSERT INTO chips VALUES(5,'0A2',3,'2',NULL);
CREATE TABLE waves (
  session INTEGER NOT NULL,
  wave TEXT,
  gun_place INTEGER,
  format TEXT NOT NULL,
  shares_places INTEGER NOT NULL,
  by_laps INTEGER NOT NULL,
  bunch_ns INTEGER,
  classified_permille INTEGER,
  end_lap INTEGER,
  end_place INTEGER,
  most_laps INTEGER NOT NULL,
  next_place INTEGER,
  has_photos INTEGER NOT NULL
) STRICT;
INSERT INTO waves VALUES(5,NULL,0,'{"rules_version":1,"finish":{"kind":"laps","laps":3},"lapped":"finish","first":"lap","clock":"gun","limit_from":"race","ties":"line","round":null,"bunch_ns":null,"min_lap_ns":null,"dead_time_permille":null,"doubles_ns":5000000000,"pulled":"ranked","classified_permille":null,"windows":[]}',0,1,NULL,NULL,3,33000000000,0,NULL,0);
CREATE TABLE crossings (
  session INTEGER NOT NULL,
  stream INTEGER NOT NULL,
  event INTEGER NOT NULL,
  bib TEXT,
  chip TEXT,
  point TEXT,
  reader TEXT,
  at INTEGER NOT NULL,
  running_time_ns INTEGER,
  number INTEGER,
  split_ns INTEGER,
  lap_ns INTEGER,
  flags TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (session, stream, event)
) STRICT, WITHOUT ROWID;
INSERT INTO crossings VALUES(5,5,5,'1',NULL,NULL,NULL,1795183210000000000,10000000000,1,10000000000,10000000000,'["stated"]',10000000000);
INSERT INTO crossings VALUES(5,5,6,'2',NULL,NULL,NULL,1795183210000000000,10000000000,1,10000000000,10000000000,'["stated"]',10000000000);
INSERT INTO crossings VALUES(5,5,7,'3',NULL,NULL,NULL,1795183212000000000,12000000000,1,12000000000,12000000000,'["stated"]',12000000000);
INSERT INTO crossings VALUES(5,5,8,'1','0A1',NULL,NULL,1795183220000000000,20000000000,2,20000000000,10000000000,'["stated"]',20000000000);
INSERT INTO crossings VALUES(5,5,9,NULL,NULL,NULL,NULL,1795183221000000000,21000000000,NULL,NULL,NULL,'["stated"]',21000000000);
INSERT INTO crossings VALUES(5,5,10,'3',NULL,NULL,NULL,1795183223000000000,23000000000,2,23000000000,11000000000,'["stated"]',23000000000);
INSERT INTO crossings VALUES(5,5,11,'1',NULL,NULL,NULL,1795183233000000000,33000000000,3,33000000000,13000000000,'["stated"]',33000000000);
INSERT INTO crossings VALUES(5,5,12,'2',NULL,NULL,NULL,1795183233000000000,33000000000,2,33000000000,23000000000,'["stated"]',33000000000);
INSERT INTO crossings VALUES(5,5,13,'3',NULL,NULL,NULL,1795183233000000000,33000000000,3,33000000000,10000000000,'["stated"]',33000000000);
INSERT INTO crossings VALUES(5,6,2,'2',NULL,'finish',NULL,1795738575582687188,555375582687188,NULL,NULL,NULL,'["after_finish"]',555375582687188);
CREATE TABLE competitors (
  session INTEGER NOT NULL,
  bib TEXT NOT NULL,
  wave TEXT,
  status TEXT NOT NULL,
  ruling TEXT,
  laps INTEGER NOT NULL,
  time_ns INTEGER,
  best_ns INTEGER,
  last_ns INTEGER,
  penalty_ns INTEGER NOT NULL,
  penalty_laps INTEGER NOT NULL,
  last_stream INTEGER,
  last_event INTEGER,
  last_at INTEGER,
  flags TEXT NOT NULL,
  start_place INTEGER,
  rank INTEGER NOT NULL,
  rank_first INTEGER NOT NULL,
  rank_second INTEGER NOT NULL,
  rank_ns INTEGER,
  rank_photo INTEGER,
  rank_tie_ns INTEGER,
  bib_order TEXT NOT NULL,
  PRIMARY KEY (session, bib)
) STRICT, WITHOUT ROWID;
INSERT INTO competitors VALUES(5,'1',NULL,'finished',NULL,3,33000000000,10000000000,13000000000,0,0,5,11,1795183233000000000,'["stated"]',0,0,0,-3,33000000000,NULL,0,'0A1');
INSERT INTO competitors VALUES(5,'2',NULL,'finished',NULL,2,43000000000,10000000000,23000000000,10000000000,0,5,12,1795183233000000000,'["stated"]',0,0,0,-2,43000000000,NULL,0,'0A2');
INSERT INTO competitors VALUES(5,'3',NULL,'finished',NULL,3,33000000000,10000000000,10000000000,0,0,5,13,1795183233000000000,'["stated"]',0,0,0,-3,33000000000,NULL,0,'0A3');
CREATE TABLE race_decisions (
  session INTEGER NOT NULL,
  target TEXT NOT NULL,
  event INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (session, target, event)
) STRICT, WITHOUT ROWID;
INSERT INTO race_decisions VALUES(5,'2',14,'ruled');
CREATE TABLE race_streams (
  session INTEGER PRIMARY KEY,
  race TEXT NOT NULL,
  point TEXT NOT NULL,
  priority INTEGER NOT NULL
) STRICT;
INSERT INTO race_streams VALUES(6,'01a21a5b-d959-7ecd-99a1-e996b0d9b517','finish',1);
CREATE TRIGGER events_are_appended BEFORE INSERT ON events
WHEN NEW.position IS NOT (SELECT ifnull(max(position), 0) + 1 FROM events)
  OR NEW.version IS NOT
    (SELECT ifnull(max(version), 0) + 1 FROM events WHERE session = NEW.session)
  OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events come in order, and once');
END;
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events are never changed');
END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
BEGIN
  SELECT raise(ABORT, 'the log is append-only: events are never deleted');
END;
CREATE TRIGGER clocks_are_appended BEFORE INSERT ON clocks
WHEN NEW.clock IS NOT (SELECT ifnull(max(clock), 0) + 1 FROM clocks)
  OR EXISTS (
    SELECT 1 FROM clocks
    WHERE boot_id = NEW.boot_id AND device = NEW.device AND "offset" = NEW."offset")
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks come in order, and once');
END;
CREATE TRIGGER clocks_are_not_changed BEFORE UPDATE ON clocks
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks are never changed');
END;
CREATE TRIGGER clocks_are_not_deleted BEFORE DELETE ON clocks
BEGIN
  SELECT raise(ABORT, 'the log is append-only: clocks are never deleted');
END;
CREATE INDEX sessions_open ON sessions (session) WHERE phase IN ('running', 'countdown');
CREATE INDEX sessions_by_name ON sessions (name, session) WHERE name IS NOT NULL;
CREATE INDEX attempts_by_end ON attempts (course, ended_at, uid);
CREATE INDEX attempts_by_session ON attempts (course, session);
CREATE INDEX course_histories_by_session ON course_histories (session);
CREATE INDEX waves_by_session ON waves (session, wave);
CREATE INDEX crossings_by_bib ON crossings (session, bib, place) WHERE bib IS NOT NULL;
CREATE VIEW standings AS
WITH ordered AS (
  SELECT
    c.*, shares_places, by_laps, bunch_ns, row_number() OVER list AS number,
    rank * 2 + (
      rank = 0 AND c.laps < first_value(c.laps) OVER list * classified_permille / 1000 IS TRUE
    ) AS class
  FROM competitors c JOIN waves w ON w.session = c.session AND w.wave IS c.wave
  WINDOW list AS (
    PARTITION BY c.session, c.wave
    ORDER BY rank, rank_first, rank_second, rank_ns NULLS LAST, rank_photo,
      rank_tie_ns NULLS LAST, bib_order, bib
  )
), placed AS (
  SELECT
    *, row_number() OVER list AS line,
    CASE class WHEN 0 THEN
      rank() OVER (
        PARTITION BY session, wave
        ORDER BY class, rank_first, rank_second, rank_ns NULLS LAST,
          iif(shares_places, rank_tie_ns, number) NULLS LAST
      )
    END AS position,
    class = 0 AND rank_ns IS NOT NULL AND laps = lag(laps) OVER list
      AND time_ns - lag(time_ns) OVER list < bunch_ns IS TRUE AS is_bunched
  FROM ordered
  WINDOW list AS (PARTITION BY session, wave ORDER BY class, number)
), grouped AS (
  SELECT *, sum(NOT is_bunched) OVER (PARTITION BY session, wave ORDER BY line) AS bunch
  FROM placed
), timed AS (
  SELECT
    *,
    first_value(time_ns) OVER (PARTITION BY session, wave, bunch ORDER BY line) AS shown_ns
  FROM grouped
)
SELECT
  session, c.wave, line, position, bib,
  coalesce(
    e.name, nullif(e.first, '') || ' ' || nullif(e.last, ''), nullif(e.first, ''),
    nullif(e.last, '')) AS name,
  team, category, status, laps, shown_ns AS time_ns,
  CASE
    WHEN class <> 0 OR (by_laps AND laps < first_value(laps) OVER list) THEN NULL
    WHEN rank_ns IS NOT NULL THEN shown_ns - first_value(shown_ns) OVER list
    WHEN position = first_value(position) OVER list THEN shown_ns - shown_ns
  END AS gap_ns,
  iif(class = 0 AND by_laps, max(0, first_value(laps) OVER list - laps), 0) AS gap_laps,
  CASE
    WHEN class <> 0 THEN NULL
    WHEN line = 1 OR (rank_ns IS NULL AND position = lag(position) OVER list)
    THEN shown_ns - shown_ns
    WHEN rank_ns IS NOT NULL AND (NOT by_laps OR laps = lag(laps) OVER list)
    THEN shown_ns - lag(shown_ns) OVER list
  END AS interval_ns,
  last_ns, best_ns, penalty_ns, penalty_laps, last_stream, last_event, last_at,
  iif(class = 1, replace(rtrim(flags, ']') || ',"not_classified"]', '[,', '['), flags) AS flags
FROM timed c JOIN entries e USING (session, bib)
WINDOW list AS (PARTITION BY session, c.wave ORDER BY line)
ORDER BY session, c.wave, line;
CREATE INDEX race_streams_by_race ON race_streams (race, session);
COMMIT;
