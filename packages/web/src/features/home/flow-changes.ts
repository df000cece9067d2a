import { can, flowType } from '@weft/core';
import { toast } from '@weft/ui';
import { api, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { factsOf } from './flow-menu.ts';
import { settle, showAtOnce } from './flow-moves.ts';
import { disabledText, notDisabledText } from './move-text.ts';
import { ownChangeId } from './own-changes.ts';

/** Shows a change of one flow in every list, does it, and takes it back where it is refused. */
async function changeAtOnce(flow: Flow, change: Partial<Flow>, act: () => Promise<unknown>): Promise<void> {
  const takeBack = await showAtOnce((flows) =>
    flows.map((other) => (other.id === flow.id ? { ...other, ...change } : other)),
  );
  try {
    await act();
  } catch (error) {
    takeBack();
    throw error;
  }
  settle();
}

/** Renames at once on screen; a refusal takes the name back and is thrown. */
export const renameFlow = (flow: Flow, name: string): Promise<void> =>
  changeAtOnce(flow, { name }, () => api.renameFlow(flow.id, name, ownChangeId()));

/** A note for colleagues; an empty one takes it away. */
export const setNote = (flow: Flow, note: string): Promise<void> =>
  changeAtOnce(flow, { internalNote: note || null }, () => api.setNote(flow.id, note));

export async function starFlow(flow: Flow, starred: boolean): Promise<void> {
  const verb = starred ? 'star' : 'unstar';
  try {
    await changeAtOnce(flow, { starred }, () => api.starFlow(flow.id, starred));
    toast(`${flow.name} ${verb}red`);
  } catch {
    toast(`Couldn't ${verb} ${flowType(flow.type).starNoun}`, { tone: 'error' });
  }
}

async function told(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    toast(errorText(error), { tone: 'error' });
  }
}

export const lockFlow = (flow: Flow, locked: boolean): Promise<void> =>
  told(async () => {
    await changeAtOnce(flow, { locked }, () => api.setLocked(flow.id, locked));
    toast(`${flow.name} ${locked ? 'locked' : 'unlocked'}`);
  });

export const setTemplate = (flow: Flow, template: boolean): Promise<void> =>
  told(async () => {
    const cloneableTemplateId = template ? flow.id : null;
    await changeAtOnce(flow, { cloneableTemplateId }, () => api.setTemplate(flow.id, template));
    toast(
      `${flow.name} is ${template ? 'a template now' : `a ${flowType(flow.type).noun} like any other now`}`,
    );
  });

/** Opens forms to answers, or closes them; what the server skips is named or counted. */
export async function setDisabled(flows: readonly Flow[], disabled: boolean): Promise<void> {
  const allowed = flows.filter((flow) => can(flow.role, 'disable', factsOf(flow)).ok);
  const ids = new Set(allowed.map(({ id }) => id));
  const takeBack = await showAtOnce((all) =>
    all.map((one) =>
      ids.has(one.id) ? { ...one, settings: { ...one.settings, disabledForm: disabled } } : one,
    ),
  );
  try {
    const { changed, skipped } = await api.setDisabled(
      flows.map(({ publicIdentifier }) => publicIdentifier),
      disabled,
    );
    toast(disabledText(changed.length, disabled, skipped));
  } catch {
    takeBack();
    toast(notDisabledText(flows.length, disabled), { tone: 'error' });
  }
  settle();
}
