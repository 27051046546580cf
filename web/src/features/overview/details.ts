import type { Database, Engine } from '../../api/types';

/** One line about the engine: what it is, and where it runs. */
export function engineDetail({ version, mode }: Engine): string {
  const name = version === '' ? 'ClickHouse' : `ClickHouse ${version}`;
  return mode === '' ? name : `${name}, ${mode}`;
}

const kinds: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The database's name as people write it. */
export function databaseDetail({ kind }: Database): string {
  return kinds[kind] ?? kind;
}
