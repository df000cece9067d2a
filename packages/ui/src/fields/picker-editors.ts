// What is fetched when the first cell that is filled in from a list is opened.
export { AttachmentsCellEditor } from './attachments/AttachmentsCellEditor.tsx';
export { LinksCellEditor } from './links/LinksCellEditor.tsx';
export { SelectCellEditor } from './select/SelectCellEditor.tsx';
