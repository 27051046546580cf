import { compareNames } from '../compare';
import { counted } from '../number';

/** Something that is chosen by its name. */
export interface Named {
  value: string;
  label: string;
  disabled?: boolean;
}

/** So many names are shown at once; a letter or two finds the others. */
export const namesShownMax = 100;

/** The names of records in the order of lists. */
export function namesOf(records: { id: string; name: string }[]): Named[] {
  return records
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((one, other) => compareNames(one.label, other.label));
}

/** Those with a text in them, in any letter case, and how many more there are. */
export function namesFound(names: Named[], text: string): Named[] {
  const wanted = text.trim().toLowerCase();
  const found = names.filter(({ label }) => label.toLowerCase().includes(wanted));
  const more = found.length - namesShownMax;
  if (more <= 0) return found;
  return [
    ...found.slice(0, namesShownMax),
    { value: ' more', label: `${counted(more, 'more name')}. Type to find one.`, disabled: true },
  ];
}
