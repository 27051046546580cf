import type { Database, Engine } from '../../api/types';

/** A server of another version may have more words. */
type Loose<Part> = { [Field in keyof Part]: Part[Field] extends string ? string : Part[Field] };

/** One line about the engine: what it is, and where it runs. */
export function engineDetail({ version, mode }: Loose<Engine>): string {
  const name = version === '' ? 'ClickHouse' : `ClickHouse ${version}`;
  return mode === '' ? name : `${name}, ${mode}`;
}

const kinds: Record<string, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** The database's name as people write it. */
export function databaseDetail({ kind }: Loose<Database>): string {
  return kinds[kind] ?? kind;
}
