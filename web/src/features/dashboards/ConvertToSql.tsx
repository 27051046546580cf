import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { ApiError, describe } from '../../api/error';
import { sessionQuery } from '../../api/queries';
import type { Source } from '../../api/stack.gen';
import { drawTile, sourcesQuery } from '../../api/telemetry';
import { useTranslation } from '../search/useTranslation';
import { columnsOf } from './cells';
import { questionOf, type Scope } from './scope';
import { pruned } from './tileForm';
import { distinctNames } from './tiles/look';
import { likeness, reasonAgainstSql, sqlConfigOf, type Likeness } from './toSql';
import type { ChartConfig, SqlConfig, TileConfig } from './types';

/** A tile that was made SQL, and how far its numbers are those that it had. */
export interface Conversion {
  before: ChartConfig;
  likeness: Likeness;
}

interface ConvertToSqlProps {
  config: ChartConfig;
  scope: Scope;
  isReady: boolean;
  onConvert: (config: SqlConfig, conversion: Conversion) => void;
}

/** Makes a chart a tile of raw SQL, asks the server for both, and reports what differs; for teams that may have those. */
export function ConvertToSql(props: ConvertToSqlProps) {
  return useQuery(sessionQuery).data?.team.rawSql === true ? <ConvertButton {...props} /> : null;
}

function ConvertButton({ config, scope, isReady, onConvert }: ConvertToSqlProps) {
  const source = useQuery(sourcesQuery).data?.find(({ id }) => id === config.sourceId);
  const convert = useConversion(source, scope);
  const converting = useMutation({
    mutationFn: () => convert(config),
    onSuccess: ({ made, ...conversion }) => onConvert(made, conversion),
  });
  return (
    <>
      {converting.isError && (
        <Text size="xs" c="var(--cairn-bad)" role="alert" flex={1}>
          Not converted: {describe(converting.error)}
        </Text>
      )}
      <Button variant="default" disabled={!isReady} loading={converting.isPending} onClick={() => converting.mutate()}>
        Convert to SQL
      </Button>
    </>
  );
}

function useConversion(source: Source | undefined, scope: Scope) {
  const translated = useTranslation(source, scope.span);
  return async (edited: ChartConfig): Promise<Conversion & { made: SqlConfig }> => {
    const config = pruned(edited);
    const reason = reasonAgainstSql(config, source);
    if (reason !== null || source === undefined) throw new ApiError(reason ?? 'The source is gone.', 400, '');
    const conditions = await Promise.all(
      config.select.map(async ({ where = '', whereLanguage = 'lucene' }) =>
        whereLanguage === 'sql' ? where : translated(where, 'sql'),
      ),
    );
    const known = conditions.filter((one): one is string => one !== null);
    if (known.length < conditions.length)
      throw new ApiError('A condition can’t be written in SQL for certain. Switch it to SQL first.', 400, '');
    const chart = await drawTile(questionOf(config, scope));
    const names = distinctNames(columnsOf(chart, 'value'));
    const made = sqlConfigOf({ config, source, names, conditions: known });
    return { made, before: edited, likeness: likeness(chart, await drawTile(questionOf(made, scope))) };
  };
}

/** What a conversion has changed. */
export const likenessWords: Record<Likeness, string> = {
  same: 'The SQL gives the same numbers over this time range.',
  gaps: 'The SQL gives the same numbers. Buckets without rows are gaps now, instead of 0.',
  different: 'Some numbers of the SQL differ from those of the chart. Compare them before you save.',
};

/** Says what a conversion has changed, and undoes it. */
export function ConversionNotice({
  before,
  likeness: like,
  onUndo,
}: Conversion & { onUndo: (config: TileConfig) => void }) {
  return (
    <Alert color={like === 'different' ? 'yellow' : 'gray'} p="xs" role="status">
      <Group gap="sm" justify="space-between" wrap="nowrap">
        <Text size="sm">{likenessWords[like]} Filters of a dashboard in Lucene don’t narrow a tile of SQL.</Text>
        <Button size="compact-sm" variant="default" onClick={() => onUndo(before)}>
          Undo
        </Button>
      </Group>
    </Alert>
  );
}
