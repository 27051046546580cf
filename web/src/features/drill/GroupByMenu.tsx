import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Source } from '../../api/stack.gen';
import { expressionsOf } from '../../charting/words';
import { Icon } from '../../components/Icon';
import { absoluteRange } from '../../time/range';
import type { Scope } from '../dashboards/scope';
import { isChart, type ChartConfig, type TileConfig } from '../dashboards/types';
import { facetFields } from '../search/facetFields';
import { fieldsQuery } from '../search/queries';
import { chartFor } from './address';

/** More fields than this are chosen in the builder itself. */
const offeredMax = 10;

interface GroupByMenuProps {
  config: TileConfig;
  source: Source;
  scope: Scope;
}

/** Splits a chart by one more field: the chart opens in the builder with it. */
export function GroupByMenu({ config, source, scope }: GroupByMenuProps) {
  const fields = useQuery(fieldsQuery({ source, span: scope.span })).data ?? [];
  if (!isChart(config)) return null;
  const groups = expressionsOf('groupBy' in config ? (config.groupBy ?? '') : '');
  const offered = facetFields(fields, source, [])
    .filter(({ type, expression }) => type === 'text' && !groups.includes(expression))
    .slice(0, offeredMax);
  if (offered.length === 0) return null;
  const range = absoluteRange(scope.span.start, scope.span.end);
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Icon name="columns" />}>Add to group by</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {offered.map(({ name, expression }) => {
          const address = chartFor(grouped(config, [...groups, expression]), range, scope);
          return (
            address !== null && (
              <Menu.Item key={expression} component={Link} to={address.to} search={address.search as never}>
                {name}
              </Menu.Item>
            )
          );
        })}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** A number has no groups, so it becomes a line for each of them. */
function grouped(config: ChartConfig, groups: string[]): ChartConfig {
  const groupBy = groups.join(', ');
  if (config.displayType !== 'number') return { ...config, groupBy };
  return { displayType: 'line', sourceId: config.sourceId, select: config.select, groupBy };
}
