import type { ReactNode } from 'react';

import type { Right } from '../api/may';
import { useMay } from '../api/useMay';

interface MayProps {
  do: Right;
  /** Instead, for those who may not. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows what does something only to those who may do it. */
export function May({ do: right, otherwise = null, children }: MayProps) {
  return useMay()(right) ? children : otherwise;
}
