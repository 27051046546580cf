import type { ReversePrivateEndpoint, Service, UpdateStateInputBody } from '../../api/cloud.gen';
import { forUnknown } from '../../exhaustive';
import type { Tone } from '../parts/State';

type ServiceState = Service['state'];

const busy: ServiceState[] = ['provisioning', 'stopping', 'starting', 'awaking', 'terminating'];

/** Says whether a service is on its way to another state. */
export function isBusy(state: ServiceState): boolean {
  return busy.includes(state);
}

/** What the state of a service means for its owner. */
export function serviceTone(state: ServiceState): Tone {
  if (isBusy(state)) return 'busy';
  if (state === 'running') return 'good';
  return state === 'degraded' || state === 'failed' ? 'bad' : 'quiet';
}

/** What an owner can tell a service to do. */
export type Command = UpdateStateInputBody['command'];

/** The commands that make sense in a state. */
export function commandsIn(state: ServiceState): Command[] {
  switch (state) {
    case 'running':
    case 'provisioning':
    case 'starting':
    case 'awaking':
      return ['stop'];
    case 'idle':
      return ['awake', 'stop'];
    case 'stopped':
    case 'stopping':
    case 'degraded':
    case 'failed':
      return ['start'];
    case 'terminating':
    case 'terminated':
      return [];
    default:
      return forUnknown(state, []);
  }
}

/** Says whether the API lets a service in the state go; others have to be stopped first. */
export function canDelete(state: ServiceState): boolean {
  return !['running', 'stopping', 'terminating', 'terminated'].includes(state);
}

/** What the status of a reverse private endpoint means for its owner. */
export function reverseTone(status: ReversePrivateEndpoint['status']): Tone {
  switch (status) {
    case 'Ready':
      return 'good';
    case 'Provisioning':
    case 'Deleting':
    case 'PendingAcceptance':
      return 'busy';
    case 'Failed':
    case 'Rejected':
    case 'Expired':
      return 'bad';
    case 'Unknown':
      return 'quiet';
    default:
      return forUnknown(status, 'quiet');
  }
}

/** A state of the API as words: `PendingAcceptance` is “Pending acceptance”. */
export function stateWords(state: string): string {
  const words = state.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
