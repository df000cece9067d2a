import { takeFiles } from './files.ts';
import { say } from './say.ts';

/** Milliseconds after the last stroke in which another may begin: then the drawing is sent. */
const pause = 800;
const height = 160;

/** A field to draw in, above what was sent; each drawing takes the place of the one before. */
export function takeSignature(box: HTMLElement): void {
  const take = takeFiles(box);
  const list = box.querySelector('ul');
  if (take === null || list === null) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'pad';
  canvas.role = 'img';
  canvas.ariaLabel = say('draw');
  box.prepend(canvas);
  const scale = Math.min(devicePixelRatio || 1, 2);
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * scale));
  canvas.height = height * scale;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const clear = () => {
    // Paper is white in the dark too: the drawing is looked at elsewhere.
    Object.assign(pen, { fillStyle: '#fff', strokeStyle: '#111', lineWidth: 2.5 * scale, lineCap: 'round' });
    pen.fillRect(0, 0, canvas.width, canvas.height);
  };
  clear();
  let timer = 0;
  const send = () =>
    canvas.toBlob((drawn) => {
      if (drawn === null) return;
      list
        .querySelector('button:not([data-retry])')
        ?.dispatchEvent(new Event('click', { bubbles: true, cancelable: true }));
      take([new File([drawn], 'signature.png', { type: 'image/png' })]);
    });
  const at = ({ clientX, clientY }: PointerEvent): readonly [number, number] => {
    const { left, top, width } = canvas.getBoundingClientRect();
    const factor = canvas.width / width;
    return [(clientX - left) * factor, (clientY - top) * factor];
  };
  canvas.addEventListener('pointerdown', (event) => {
    clearTimeout(timer);
    // A drawing that was sent is not added to: what is drawn now is another one.
    if (list.children.length > 0 && timer === 0) clear();
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener('pointerup', () => {
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  });
  box.addEventListener('click', (event) => {
    if ((event.target as Element).closest('button') === null || !event.isTrusted) return;
    timer = 0;
    clear();
  });
}
