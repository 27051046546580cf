import { Button } from '@mantine/core';

import classes from './TileEditor.module.css';
import { displayNames, type DisplayType } from './types';

interface TypeButtonsProps<Type extends DisplayType> {
  types: readonly Type[];
  value: DisplayType;
  onChange: (type: Type) => void;
}

/** Chooses what a tile looks like. */
export function TypeButtons<Type extends DisplayType>({ types, value, onChange }: TypeButtonsProps<Type>) {
  return (
    <div role="group" aria-label="Type" className={classes.types}>
      {types.map((type) => (
        <Button
          key={type}
          size="compact-sm"
          variant={type === value ? 'filled' : 'default'}
          aria-pressed={type === value}
          onClick={() => onChange(type)}
        >
          {displayNames[type]}
        </Button>
      ))}
    </div>
  );
}
