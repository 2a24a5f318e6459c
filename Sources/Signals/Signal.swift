// The push streams of laptimer: see the documentation of `Signal`.
