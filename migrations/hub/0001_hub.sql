-- The hub: keeps and orders the events of all devices, in PostgreSQL 15 or later.
--
-- A device is a LOGIN role `laptimer_NAME`. It has no rights but to call the functions granted at the
-- end; they run as `laptimer_owner`, a role without attributes that nobody logs in as. Every function
-- fixes its search path and qualifies every name. A call locks the device's row, then one group.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'laptimer_owner') THEN
    CREATE ROLE laptimer_owner NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'laptimer_device') THEN
    CREATE ROLE laptimer_device NOLOGIN;
  END IF;
  EXECUTE format('GRANT laptimer_owner TO %I', current_user);
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO laptimer_device', current_database());
END $$;

CREATE SCHEMA laptimer AUTHORIZATION laptimer_owner;
SET LOCAL ROLE laptimer_owner;

CREATE TABLE laptimer.devices (
  device name PRIMARY KEY, revoked_at timestamptz,
  streams bigint NOT NULL DEFAULT 0, bytes bigint NOT NULL DEFAULT 0,
  max_streams bigint NOT NULL DEFAULT 20000, max_bytes bigint NOT NULL DEFAULT 10000000000
);

-- A group is a race with the streams that joined it, or a session alone. Its row gives the events of
-- the group gapless positions, so that groups share no counter.
CREATE TABLE laptimer.groups (
  group_id uuid PRIMARY KEY, position bigint NOT NULL DEFAULT 0,
  changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX groups_changed ON laptimer.groups (changed);

CREATE TABLE laptimer.streams (
  group_id uuid REFERENCES laptimer.groups, stream uuid,
  writer name NOT NULL REFERENCES laptimer.devices, version bigint NOT NULL, barred text,
  PRIMARY KEY (group_id, stream)
);
-- A device cannot begin the stream of another one in a group of its own. No query uses this index.
CREATE UNIQUE INDEX streams_once ON laptimer.streams (uuid_send(stream));

-- A line is an event as `laptimer export` writes it, without its line end: text, never jsonb.
CREATE TABLE laptimer.events (
  group_id uuid, position bigint,
  stream uuid NOT NULL, version bigint NOT NULL, id uuid NOT NULL,
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  line text NOT NULL,
  PRIMARY KEY (group_id, position),
  UNIQUE (group_id, stream, version), UNIQUE (group_id, id)
);

CREATE TABLE laptimer.divergences (
  group_id uuid, stream uuid, device name, version bigint,
  reason text NOT NULL, noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (group_id, stream, device, version)
);

-- Locks and returns the row of the calling device; refuses strangers and revoked devices.
CREATE FUNCTION laptimer.lock_device() RETURNS laptimer.devices
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE me laptimer.devices; BEGIN
  SELECT * INTO me FROM laptimer.devices d WHERE d.device = session_user FOR UPDATE;
  IF NOT FOUND OR me.revoked_at IS NOT NULL THEN
    RAISE insufficient_privilege USING MESSAGE = 'revoked';
  END IF;
  RETURN me;
END $$;

-- Refuses callers who may not read the hub: all but its devices and its owner. Returns true.
CREATE FUNCTION laptimer.may_read() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_has_role(session_user, 'laptimer_owner', 'MEMBER') OR EXISTS (
    SELECT FROM laptimer.devices d WHERE d.device = session_user AND d.revoked_at IS NULL)
  THEN RETURN true; END IF;
  RAISE insufficient_privilege USING MESSAGE = 'revoked';
END $$;

-- Offers lines of one stream as its versions after + 1, after + 2, …
--
-- The outcome is `stored` (known lines included); `gap` (the hub holds only `version`: send from
-- there); or `diverged` (at `version`: nothing is stored, but the divergence is written down. An
-- exception would roll that back). Exceptions: revoked, limit, malformed lines.
CREATE FUNCTION laptimer.append_events(
  in_group uuid, in_stream uuid, after bigint, lines text[],
  OUT outcome text, OUT version bigint, OUT reason text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  me laptimer.devices := laptimer.lock_device();
  known laptimer.streams;
  total bigint := cardinality(lines);
  size bigint := (SELECT sum(octet_length(l)) FROM unnest(lines) l);
  ids uuid[]; digests bytea[]; is_sound boolean;
  fresh bigint; differing bigint; base bigint;
BEGIN
  IF total NOT BETWEEN 1 AND 2000 OR size > 8388608 OR me.bytes >= me.max_bytes THEN
    RAISE program_limit_exceeded USING MESSAGE = 'limit';
  END IF;
  SELECT array_agg(j.id ORDER BY u.n), array_agg(decode(j.digest, 'hex') ORDER BY u.n),
      bool_and((u.line NOT LIKE E'%\n%' AND j.uid = in_stream AND j.id IS NOT NULL
        AND (after + u.n > 1 OR j.id = in_stream AND in_group = CASE j.kind
          WHEN 'joined' THEN (j.data ->> 'race')::uuid ELSE in_stream END)) IS TRUE)
        AND count(DISTINCT j.id) = total AND array_ndims(lines) = 1
    INTO ids, digests, is_sound
    FROM unnest(lines) WITH ORDINALITY u(line, n),
      -- No text of PostgreSQL can have a null character: its escape is left out, and so is `\\`.
      json_to_record(replace(replace(u.line, E'\\\\', ''), E'\\u0000', '')::json)
        AS j(id uuid, uid uuid, kind text, digest text, data json);
  IF is_sound IS NOT TRUE OR NOT coalesce(after >= 0, false) THEN
    RAISE invalid_parameter_value USING MESSAGE = 'malformed';
  END IF;
  IF after = 0 THEN
    INSERT INTO laptimer.groups (group_id) VALUES (in_group) ON CONFLICT DO NOTHING;
  END IF;
  PERFORM FROM laptimer.groups g WHERE g.group_id = in_group FOR UPDATE;
  SELECT * INTO known FROM laptimer.streams s WHERE s.group_id = in_group AND s.stream = in_stream;
  version := coalesce(known.version, 0);
  fresh := after + total - version;
  IF after > version THEN outcome := 'gap'; RETURN; END IF;

  IF after < version THEN
    SELECT min(e.version) INTO differing
      FROM unnest(ids, digests) WITH ORDINALITY k(id, digest, n)
      JOIN laptimer.events e ON e.group_id = in_group AND e.stream = in_stream
        AND e.version = after + k.n
      WHERE (e.id, e.digest) <> (k.id, k.digest);
  END IF;
  IF differing IS NOT NULL THEN
    version := differing; reason := 'other_event';
  ELSIF fresh > 0 AND known.writer <> session_user THEN
    version := version + 1; reason := 'other_writer';
  ELSIF fresh > 0 AND EXISTS (SELECT FROM laptimer.events e WHERE e.group_id = in_group
      AND e.id = ANY (ids[total - fresh + 1 :])) THEN
    version := version + 1; reason := 'id_reused';
  END IF;
  IF reason IS NOT NULL THEN
    outcome := 'diverged';
    INSERT INTO laptimer.divergences
      VALUES (in_group, in_stream, session_user, version, reason) ON CONFLICT DO NOTHING;
    -- The quota limits their number, too.
    UPDATE laptimer.devices d SET bytes = d.bytes + 1000 WHERE FOUND AND d.device = session_user;
    RETURN;
  END IF;

  outcome := 'stored'; IF fresh <= 0 THEN RETURN; END IF;
  size := (SELECT sum(octet_length(l)) FROM unnest(lines[total - fresh + 1 :]) l);
  IF me.bytes + size > me.max_bytes OR known.stream IS NULL AND me.streams >= me.max_streams THEN
    RAISE program_limit_exceeded USING MESSAGE = 'limit';
  END IF;
  UPDATE laptimer.groups g SET position = g.position + fresh, changed = pg_current_xact_id()
    WHERE g.group_id = in_group RETURNING g.position - fresh INTO base;
  INSERT INTO laptimer.events
    SELECT in_group, base + k.n - (total - fresh), in_stream, after + k.n, k.id, k.digest, k.line
    FROM unnest(ids, digests, lines) WITH ORDINALITY k(id, digest, line, n)
    WHERE k.n > total - fresh;
  INSERT INTO laptimer.streams VALUES (in_group, in_stream, session_user, after + total)
    ON CONFLICT (group_id, stream) DO UPDATE SET version = excluded.version;
  UPDATE laptimer.devices d
    SET bytes = d.bytes + size, streams = d.streams + (known.stream IS NULL)::int
    WHERE d.device = session_user;
  version := after + total;
END $$;

-- Returns the events of a group that the caller lacks, in the hub's order, about 8 MiB at most.
--
-- The caller says how far its own log holds each stream. It keeps no position of the hub, so nothing
-- is skipped after either side was restored. Barred streams are left out.
CREATE FUNCTION laptimer.pull_events(
  in_group uuid, held_streams uuid[], held_versions bigint[], most int)
RETURNS TABLE (stream uuid, version bigint, line text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN PERFORM laptimer.may_read(); RETURN QUERY
  WITH lack AS MATERIALIZED (
    SELECT s.stream, coalesce(h.version, 0) AS held
    FROM laptimer.streams s
    LEFT JOIN unnest(held_streams, held_versions) h(stream, version) USING (stream)
    WHERE s.group_id = in_group AND s.barred IS NULL AND s.version > coalesce(h.version, 0)),
  next AS (
    SELECT e.*, sum(octet_length(e.line)) OVER (ORDER BY e.position) - octet_length(e.line) AS before
    FROM lack CROSS JOIN LATERAL (
      SELECT x.position, x.stream, x.version, x.line FROM laptimer.events x
      WHERE x.group_id = in_group AND x.stream = lack.stream AND x.version > lack.held
      ORDER BY x.version LIMIT least(most, 2000)) e)
  SELECT n.stream, n.version, n.line FROM next n WHERE n.before < 8388608
  ORDER BY n.position LIMIT least(most, 2000);
END $$;

-- Returns the streams of the groups that changed since a cursor, with their newest events.
--
-- The next cursor is pg_snapshot_xmin(pg_current_snapshot()) of the same statement: a transaction
-- that this one does not see has no lower id, so no change is missed.
CREATE FUNCTION laptimer.heads(since xid8)
RETURNS TABLE (group_id uuid, stream uuid, writer name, version bigint, digest bytea, barred text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- Few groups change between two calls, which the planner does not know. plpgsql keeps the plan.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN PERFORM laptimer.may_read(); RETURN QUERY
  SELECT s.group_id, s.stream, s.writer, s.version, e.digest, s.barred
  FROM laptimer.groups g
  JOIN laptimer.streams s ON s.group_id = g.group_id
  JOIN laptimer.events e ON e.group_id = s.group_id AND e.stream = s.stream AND e.version = s.version
  WHERE g.changed >= since;
END $$;

-- Makes the caller the writer of a stream whose writer was revoked, if the caller holds all of it.
--
-- The outcome is `taken`, `behind` (the caller saw another version), `not_revoked` or `unknown`.
CREATE FUNCTION laptimer.take_stream(in_group uuid, in_stream uuid, seen bigint) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE known laptimer.streams; BEGIN
  PERFORM laptimer.lock_device();
  PERFORM FROM laptimer.groups g WHERE g.group_id = in_group FOR UPDATE;
  SELECT * INTO known FROM laptimer.streams s WHERE s.group_id = in_group AND s.stream = in_stream;
  IF known.stream IS NULL THEN RETURN 'unknown'; END IF;
  IF known.writer <> session_user AND NOT EXISTS (SELECT FROM laptimer.devices d
      WHERE d.device = known.writer AND d.revoked_at IS NOT NULL) THEN
    RETURN 'not_revoked';
  END IF;
  IF known.version IS DISTINCT FROM seen THEN RETURN 'behind'; END IF;
  UPDATE laptimer.streams s SET writer = session_user
    WHERE s.group_id = in_group AND s.stream = in_stream;
  UPDATE laptimer.groups g SET changed = pg_current_xact_id() WHERE g.group_id = in_group;
  RETURN 'taken';
END $$;

-- Returns all devices with the events of their streams, for `sync status`.
CREATE FUNCTION laptimer.list_devices()
RETURNS TABLE (device name, revoked_at timestamptz, streams bigint, events numeric, bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.device, d.revoked_at, count(s.stream), coalesce(sum(s.version), 0), d.bytes
  FROM laptimer.devices d LEFT JOIN laptimer.streams s ON s.writer = d.device
  WHERE laptimer.may_read() GROUP BY d.device ORDER BY d.device
$$;

-- Returns all divergences, the newest first.
CREATE FUNCTION laptimer.list_divergences() RETURNS SETOF laptimer.divergences
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT d.* FROM laptimer.divergences d WHERE laptimer.may_read() ORDER BY d.noted_at DESC LIMIT 1000
$$;

-- Names this server since its start: clock comparisons refer to it.
CREATE FUNCTION laptimer.clock_reference() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT format('%s-%s', (SELECT c.system_identifier FROM pg_control_system() c),
    extract(epoch FROM pg_postmaster_start_time())::bigint)
$$;

RESET ROLE;

-- For the owner of the hub alone: these run with the rights of the caller.

-- Makes the role of a device; `verifier` is an encrypted password, so that no log has the password.
CREATE FUNCTION laptimer.invite(device text, verifier text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE role name := 'laptimer_' || device; BEGIN
  IF device !~ '^[a-z0-9_]{1,40}$' OR device IN ('owner', 'device')
    OR verifier !~ '^SCRAM-SHA-256\$' THEN
    RAISE invalid_parameter_value USING MESSAGE = 'malformed';
  END IF;
  EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 4 PASSWORD %L IN ROLE laptimer_device',
    role, verifier);
  EXECUTE format('GRANT %I TO %I', role, current_user);
  INSERT INTO laptimer.devices (device) VALUES (role);
END $$;

-- Ends a device's right to log in. `end_connections` follows once this is committed: a device that
-- holds the lock of its row, or connects again, could hinder both in one transaction.
CREATE FUNCTION laptimer.revoke(device text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE role name; BEGIN
  -- Roles belong to the whole server: this one may be of another hub.
  SELECT d.device INTO STRICT role FROM laptimer.devices d WHERE d.device = 'laptimer_' || $1;
  EXECUTE format('ALTER ROLE %I NOLOGIN', role);
END $$;

CREATE FUNCTION laptimer.end_connections(device text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE role name := 'laptimer_' || device; ended bigint; BEGIN
  ended := (SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity a WHERE a.usename = role);
  UPDATE laptimer.devices d SET revoked_at = coalesce(d.revoked_at, clock_timestamp())
    WHERE d.device = role;
  RETURN ended;
END $$;

-- Leaves a stream out of every pull; a reason of null lifts that.
CREATE FUNCTION laptimer.bar(in_group uuid, in_stream uuid, why text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  UPDATE laptimer.groups g SET changed = pg_current_xact_id() WHERE g.group_id = in_group;
  UPDATE laptimer.streams s SET barred = why WHERE s.group_id = in_group AND s.stream = in_stream;
  RETURN FOUND;
END $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA laptimer FROM PUBLIC;
GRANT USAGE ON SCHEMA laptimer TO laptimer_device;
GRANT EXECUTE ON FUNCTION laptimer.append_events, laptimer.pull_events, laptimer.heads,
  laptimer.take_stream, laptimer.list_devices, laptimer.list_divergences, laptimer.clock_reference
  TO laptimer_device;
