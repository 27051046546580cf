import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

import { lineOf } from '../../components/signs';
import classes from './drill.module.css';
import type { Spot } from './spot';
import { useDrill } from './useDrill';

interface DrillButtonProps extends UnstyledButtonProps {
  spot: Spot;
  children: ReactNode;
}

/** A number that opens its menu; plain text where numbers lead nowhere. */
export function DrillButton({ spot, children, ...props }: DrillButtonProps) {
  const open = useDrill();
  if (open === null) return children;
  return (
    <UnstyledButton
      {...props}
      className={`${classes.number} ${props.className ?? ''}`}
      aria-haspopup="menu"
      aria-description={lineOf(spot.name)}
      onClick={({ currentTarget }) => open(spot, below(currentTarget))}
    >
      {children}
    </UnstyledButton>
  );
}

/** The place under an element, where its menu begins. */
export function below(element: Element): { x: number; y: number } {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}
