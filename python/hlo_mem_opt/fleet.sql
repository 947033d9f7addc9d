-- ===- fleet.sql - Questions to records of many dumps -----------------------===
--
-- Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
-- Exceptions. See LICENSE for license information.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- hlo-mem-fleet runs this in DuckDB, and docs/Fleet.md shows it. The tables spaces, parts
-- and changes have their rows once, by identity and release.

-- merge: All lines once, sorted, and which are modules; first what is no record
-- Without a program that no dump has any more, and a failure that another try has overcome.
WITH lines AS MATERIALIZED (
  SELECT DISTINCT CAST(json AS VARCHAR) AS line, json->>'table' AS "table",
    json->>'dump' AS dump, json->>'identity' AS program,
    coalesce(json->>'modified', '') AS modified
  FROM read_ndjson_objects($files, ignore_errors = true)
  WHERE json IS NOT NULL
), latest AS (
  SELECT dump, max(modified) AS is_read FROM lines WHERE program IS NOT NULL GROUP BY dump
)
SELECT line, CASE WHEN "table" IS NOT NULL THEN dump IS NOT NULL END AS is_module
FROM lines LEFT JOIN latest USING (dump) WHERE CASE
  WHEN dump IS NULL THEN program IS NULL
    OR program IN (SELECT program FROM lines WHERE dump IS NOT NULL)
  WHEN program IS NULL THEN is_read IS NULL OR is_read < modified
  ELSE true END
ORDER BY is_module IS NOT NULL, line;

-- modules: Of each module the newest record, and what is asked of it most
CREATE TABLE modules AS
WITH states AS (
  SELECT *,
    max(identity IS NOT NULL) OVER (PARTITION BY dump, state, "release") AS is_read
  FROM records
), newest AS (
  FROM states WHERE identity IS NOT NULL OR NOT is_read
  QUALIFY rank() OVER (
    PARTITION BY dump
    ORDER BY modified DESC NULLS LAST, is_read DESC, "release" DESC, state) = 1
), shapes AS (
  SELECT identity, "release", string_agg(DISTINCT shape, ' ' ORDER BY shape) AS inputs
  FROM parts WHERE kind IN ('inputs', 'arguments') GROUP BY ALL
)
SELECT newest.* EXCLUDE (is_read), spaces.allocated AS needed, spaces.memory_limit, inputs,
  regexp_replace(regexp_replace(module, '^module_[0-9]+\.|\..*$', '', 'g'),
                 '[._-]?[0-9]+$', '') AS family
FROM newest LEFT JOIN shapes USING (identity, "release")
LEFT JOIN (FROM spaces WHERE space = 0) spaces USING (identity, "release");

-- limits: Which programs are closest to their limit
SELECT module, device_kind, needed, memory_limit AS "limit",
  CAST(memory_limit AS HUGEINT) - needed AS "left", count(*) AS dumps
FROM modules WHERE memory_limit IS NOT NULL
GROUP BY ALL ORDER BY "left", module LIMIT 20;

-- duplicates: Which programs were compiled several times, and what that took
SELECT min(module) AS module, count(*) AS dumps, count(*) - 1 AS again,
  sum(bytes) - min(bytes) AS dump_bytes,
  round(sum(compile_seconds) - max(compile_seconds), 1) AS compile_seconds, identity
FROM modules WHERE error IS NULL GROUP BY identity HAVING count(*) > 1
ORDER BY compile_seconds DESC NULLS LAST, again DESC, identity LIMIT 20;

-- parts: Which scopes and parts hold the most bytes
SELECT kind, name, sum(CAST(parts.bytes AS HUGEINT)) AS bytes,
  count(DISTINCT modules.dump) AS dumps
FROM modules JOIN parts USING (identity, "release") WHERE space = 0
GROUP BY ALL ORDER BY bytes DESC, kind, name LIMIT 20;

-- changes: Which changes would save the most
SELECT "change", min(class) AS class, sum(CAST(saves AS HUGEINT)) AS saves,
  count(DISTINCT modules.dump) AS dumps,
  string_agg(DISTINCT "precision", ', ' ORDER BY "precision") AS "precision"
FROM modules JOIN changes USING (identity, "release") WHERE saves > 0
GROUP BY "change" ORDER BY saves DESC, "change" LIMIT 20;

-- residents: What the programs of a host take together
SELECT host, count(*) AS programs, max(needed) AS at_least,
  sum(CAST(needed AS HUGEINT)) AS at_most, max(memory_limit) AS "limit"
FROM (SELECT DISTINCT labels['host'] AS host, identity, needed, memory_limit
      FROM modules WHERE error IS NULL)
GROUP BY host ORDER BY at_most DESC, host LIMIT 20;

-- since: What changed since the day before, by program family
WITH days AS (
  SELECT coalesce(labels['day'], modified[:10]) AS "day", family, inputs, needed
  FROM modules WHERE error IS NULL
), latest AS (SELECT DISTINCT "day" FROM days ORDER BY "day" DESC LIMIT 2)
SELECT family, inputs,
  max(needed) FILTER ("day" = (SELECT min("day") FROM latest)) AS before,
  max(needed) FILTER ("day" = (SELECT max("day") FROM latest)) AS after,
  CAST(after AS HUGEINT) - before AS grown
FROM days WHERE "day" IN (FROM latest) AND (SELECT count(*) FROM latest) = 2
GROUP BY family, inputs HAVING before IS DISTINCT FROM after
ORDER BY abs(coalesce(grown, after, before)) DESC, family, inputs LIMIT 20;

-- errors: What could not be read
SELECT regexp_replace(regexp_replace(replace(replace(error, '''' || path || ''': ', ''),
    path, ''), '^:[0-9]+:[0-9]+: error: ', ''), '[0-9]+', 'N', 'g') AS error,
  count(*) AS dumps, min(dump) AS dump
FROM modules WHERE error IS NOT NULL
GROUP BY ALL ORDER BY dumps DESC, error LIMIT 20;
