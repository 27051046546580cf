import { Box, Table, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';

import classes from './parts.module.css';

/** The head of a column; numbers stand at the right. */
export interface Column {
  label: string;
  isNumber?: boolean;
  /** Read out, but not shown: for a column of buttons. */
  isHidden?: boolean;
}

interface RowsProps {
  label: string;
  columns: Column[];
  children: ReactNode;
}

/** A plain table of a few hundred rows at most. */
export function Rows({ label, columns, children }: RowsProps) {
  return (
    <Box
      className={classes.table}
      tabIndex={0}
      role="group"
      aria-label={label}
      data-actions={columns.at(-1)?.isHidden || undefined}
      style={labelsOf(columns)}
    >
      <Table verticalSpacing={0} horizontalSpacing="md" fz="sm" aria-label={label} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column.label}
                data-number={column.isNumber || undefined}
                {...(column.isHidden && { w: 1 })}
              >
                {column.isHidden ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Box>
  );
}

/** The names of the columns for the style sheet, which puts them before the cells on a phone. */
function labelsOf(columns: Column[]): CSSProperties {
  const named = columns.map(({ label, isHidden }, at) => [
    `--label-${at + 1}`,
    isHidden ? 'none' : JSON.stringify(label),
  ]);
  return Object.fromEntries(named) as CSSProperties;
}
