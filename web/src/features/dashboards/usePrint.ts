import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

/** How long charts have to draw themselves in other colours. */
const redrawMs = 400;

/** Prints the page in light colours, whatever it is shown in; browsers save that as PDF too. */
export function usePrint(): () => void {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return () => {
    if (shown === 'light') {
      print();
      return;
    }
    addEventListener('afterprint', () => setColorScheme(colorScheme), { once: true });
    setColorScheme('light');
    setTimeout(() => print(), redrawMs);
  };
}
