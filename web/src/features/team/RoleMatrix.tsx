import { Text, UnstyledButton } from '@mantine/core';

import { actions, effective, nextCell, subjectNames, subjects, withCell, withNextRow, type Cell } from './roleForm';
import type { Action, Matrix, Subject } from './roleForm';
import classes from './RoleMatrix.module.css';

const actionNames: Record<Action, string> = { create: 'Create', read: 'Read', update: 'Update', delete: 'Delete' };
const signs: Record<Cell, string> = { none: '–', allow: '✓', deny: '✕' };
const words: Record<Cell, string> = { none: 'not set', allow: 'allowed', deny: 'denied' };

interface RoleMatrixProps {
  matrix: Matrix;
  onChange: (matrix: Matrix) => void;
}

/** What may be done to which things: each cell goes from not set to allowed to denied. */
export function RoleMatrix({ matrix, onChange }: RoleMatrixProps) {
  return (
    <div>
      <table className={classes.matrix} aria-label="Permissions">
        <thead>
          <tr>
            <th scope="col">Permissions</th>
            {actions.map((action) => (
              <th key={action} scope="col">
                {actionNames[action]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects
            .filter((subject) => subject !== 'Notebook' || isSet(matrix, subject))
            .map((subject) => (
              <tr key={subject}>
                <th scope="row">
                  <UnstyledButton
                    className={classes.row ?? ''}
                    title="Change the whole row"
                    aria-label={`${subjectNames[subject]}: change the whole row`}
                    onClick={() => onChange(withNextRow(matrix, subject))}
                  >
                    {subjectNames[subject]}
                  </UnstyledButton>
                </th>
                {actions.map((action) => (
                  <td key={action}>
                    <CellButton matrix={matrix} subject={subject} action={action} onChange={onChange} />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <Text size="xs" c="dimmed" mt={4}>
        Press a cell to allow, deny or leave it. A denial wins. Connections can always be read.
      </Text>
    </div>
  );
}

/** There are no notebooks yet; what a role says of them is kept, and shown. */
function isSet(matrix: Matrix, subject: Subject): boolean {
  return actions.some((action) => matrix[subject][action] !== 'none');
}

interface CellButtonProps extends RoleMatrixProps {
  subject: Subject;
  action: Action;
}

function CellButton({ matrix, subject, action, onChange }: CellButtonProps) {
  const cell = matrix[subject][action];
  const total = effective(matrix, subject, action);
  const inherited = cell === 'none' && total !== 'none' ? `, ${words[total]} by Everything` : '';
  return (
    <UnstyledButton
      className={classes.cell ?? ''}
      data-cell={total}
      data-inherited={inherited !== '' || undefined}
      aria-label={`${actionNames[action]} ${subjectNames[subject].toLowerCase()}: ${words[cell]}${inherited}`}
      onClick={() => onChange(withCell(matrix, subject, action, nextCell[cell]))}
    >
      {signs[total]}
    </UnstyledButton>
  );
}
