import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Alert } from '../../api/stack.gen';
import { minuteTime, type Zone } from '../../time/format';
import { useZone } from '../../time/zone';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { When } from '../parts/When';
import { AlertStateMark } from './AlertStateMark';
import classes from './alerts.module.css';
import { evaluationsQuery } from './calls';
import { groupText } from './groups';
import type { Evaluation } from './types';
import { valueText } from './valueText';
import type { Watched } from './watched';
import { WindowLink } from './WindowLink';

const columns: Column[] = [
  { label: 'Window' },
  { label: 'Result' },
  { label: 'State' },
  { label: 'Value', isNumber: true },
  { label: 'Groups', isNumber: true },
  { label: 'Query time', isNumber: true },
  { label: 'Evaluated' },
];
const decisions: Record<Evaluation['decision'], string> = {
  breached: 'Breached',
  ok: 'OK',
  no_data: 'No data',
  failed: 'Failed',
};

interface AlertProps {
  alert: Alert;
  watched: Watched | null;
}

/** What the last windows said. */
export function Evaluations({ alert, watched }: AlertProps) {
  const evaluations = useQuery(evaluationsQuery(alert.id, 100));
  return (
    <Loaded query={evaluations} subject="The evaluations">
      {(list) =>
        list.length === 0 ? (
          <Empty title="Not evaluated yet" icon="clock">
            The first window is evaluated when it ends.
          </Empty>
        ) : (
          <Rows label="Evaluations" columns={columns}>
            {list.map((one) => (
              <EvaluationRow key={one.windowEnd} evaluation={one} alert={alert} watched={watched} />
            ))}
          </Rows>
        )
      }
    </Loaded>
  );
}

function thresholdsOf({ threshold, thresholdMax }: Alert): number[] {
  return thresholdMax === undefined || thresholdMax === null ? [threshold] : [threshold, thresholdMax];
}

function EvaluationRow({ evaluation, alert, watched }: AlertProps & { evaluation: Evaluation }) {
  const [zone] = useZone();
  const firing = evaluation.groups.find(({ breached }) => breached);
  return (
    <Table.Tr>
      <Table.Td>
        <WindowLink alert={alert} watched={watched} window={{ ...evaluation, group: firing?.group ?? [] }}>
          {windowText(evaluation, zone)}
        </WindowLink>
      </Table.Td>
      <Table.Td>
        {decisions[evaluation.decision]}
        {evaluation.error !== null && (
          <Text size="xs" c="dimmed" className={classes.reason}>
            {evaluation.error.message}
          </Text>
        )}
        {firing !== undefined && firing.group.length > 0 && (
          <Text span size="xs" c="dimmed">
            {` ${groupText(firing.group)}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <AlertStateMark state={evaluation.state} isSilenced={false} />
      </Table.Td>
      <Table.Td data-number>{valueText(evaluation.value, watched?.format, thresholdsOf(alert))}</Table.Td>
      <Table.Td data-number>{evaluation.groupsTotal}</Table.Td>
      <Table.Td data-number>{evaluation.queryMs} ms</Table.Td>
      <Table.Td>
        <When at={evaluation.evaluatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

/** A window as `14:05 – 14:10`. */
function windowText({ windowStart, windowEnd }: { windowStart: string; windowEnd: string }, zone: Zone): string {
  return `${minuteTime(Date.parse(windowStart), zone)} – ${minuteTime(Date.parse(windowEnd), zone)}`;
}
