export const passwordLengthMin = 12;
export const passwordLengthMax = 128;

export interface Rule {
  label: string;
  isMet: boolean;
}

/** Checks a password against the rules that the server enforces, for showing them while typing. */
export function passwordRules(password: string, email: string): Rule[] {
  // Code points, as the server counts them.
  const length = [...password].length;
  return [
    { label: `At least ${passwordLengthMin} characters`, isMet: length >= passwordLengthMin },
    { label: `At most ${passwordLengthMax} characters`, isMet: length <= passwordLengthMax },
    { label: 'Different from the e-mail address', isMet: length > 0 && !isSame(password, email) },
  ];
}

/** Says whether the password meets every rule. */
export function isAcceptable(password: string, email: string): boolean {
  return passwordRules(password, email).every((rule) => rule.isMet);
}

function isSame(password: string, email: string): boolean {
  return password.toLowerCase() === email.trim().toLowerCase();
}
