import { create } from '../../api/client';
import type { Arrival, FinishSSOInputBody } from '../../api/ui.gen';
import { actIn } from '../../api/team';

/** Begins a sign-in at a provider and returns the address of its page. */
export async function beginSSO(provider: string, from: string): Promise<string> {
  return (await create('/ui/api/sso/{provider}', { path: { provider }, body: { from } })).url;
}

/** Signs in with what a provider has sent back. */
export function finishSSO(provider: string, back: FinishSSOInputBody): Promise<Arrival> {
  actIn('');
  return create('/ui/api/sso/{provider}/return', { path: { provider }, body: back });
}

/** What a provider has sent back, as it stands in the address: others would read numbers there. */
export function backFrom(address: string): FinishSSOInputBody {
  const sent = new URLSearchParams(address);
  const back: FinishSSOInputBody = { state: sent.get('state') ?? '' };
  for (const name of ['code', 'error', 'iss'] as const) {
    const value = sent.get(name);
    if (value !== null && value !== '') back[name] = value;
  }
  return back;
}
