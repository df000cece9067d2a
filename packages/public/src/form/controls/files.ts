import { type FileRules, mostFiles, questionType, shownFileName } from '@weft/forms';
import { type Html, html } from '../../html.ts';
import { type Asked, attributes, type Control, fault, textIn } from './control.ts';

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** The name of the button that takes a file back, without a script too; the file's id follows. */
export const removeFile = 'remove:';

/** A file that was sent, with the button that takes it back. */
function sentFile({ question, fileOf, words: { say } }: Asked, id: string): Html {
  const file = fileOf(id);
  const name = file === null ? say('goneFile') : shownFileName(file.originalName);
  const facts =
    file !== null &&
    html` data-size="${file.size}" data-type="${file.mimeType}" data-name="${file.originalName}"`;
  return html`<li><input type="hidden" name="${question.id}" value="${id}"${facts}><span class="file">${name}</span>${
    file !== null && html`<span class="size">${sizeText(file.size)}</span>`
  }<button class="plain" name="go" value="${removeFile}${id}">${say('remove')}<span class="unseen"> ${name}</span></button></li>`;
}

function rulesText({ group, megabytes }: FileRules, most: number, { say, sentence }: Asked['words']): string {
  const size = most === 1 ? say('mostMegabytes', megabytes) : say('mostFiles', most, megabytes);
  const text = group.accept === '' ? size : `${sentence(group.label)}, ${size}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Files are sent with the page; the script sends each at once, and shows how far it is. */
export const file: Control = {
  label: 'group',
  show: (asked) => {
    const { question, valuesOf, words } = asked;
    const rules = questionType(question.type).files?.(question);
    const ids = valuesOf(question.id);
    const most = mostFiles(question);
    const accept = rules !== undefined && rules.group.accept !== '' && html` accept="${rules.group.accept}"`;
    // An answer that was refused may hold more files than the question takes.
    const isFull = ids.length >= most;
    return html`<div class="files" data-most="${most}" data-megabytes="${rules?.megabytes ?? 0}"><ul>${ids.map((id) => sentFile(asked, id))}</ul><input class="control" type="file"${
      most > 1 && html` multiple`
    }${accept} aria-label="${question.label}: ${words.say(most === 1 ? 'chooseFile' : 'chooseFiles')}" ${attributes(asked, question.id, { required: false })}${isFull && html` hidden`}><p class="size">${
      rules !== undefined && rulesText(rules, most, words)
    }</p></div>`;
  },
};

/** A field for a drawing, which the script makes, and one for a typed name. */
export const signature: Control = {
  label: 'group',
  show: (asked) => {
    const { question, valuesOf, faultOf } = asked;
    const rules = questionType(question.type).files?.(question);
    const ids = valuesOf(question.id);
    return html`<div class="files signature" id="${question.id}" tabindex="-1" data-most="1" data-megabytes="${rules?.megabytes ?? 0}"><ul>${ids.map((id) => sentFile(asked, id))}</ul><input type="file" hidden ${attributes(asked, question.id, { id: `${question.id}-file`, required: false })}></div>${question.parts.map(
      ({ id, label }) =>
        html`<div class="part"><label for="${id}">${label}</label><input class="control" type="text" autocomplete="name" ${attributes(asked, id, { required: false })} value="${textIn(asked, id)}">${fault(id, faultOf(id), asked.words)}</div>`,
    )}`;
  },
};
