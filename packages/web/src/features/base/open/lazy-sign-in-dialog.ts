import { lazyDialog } from '../../../shell/lazy-dialog.tsx';

/** Only few sessions end while a base is open: its page loads without the dialog, which is preloaded behind it. */
export const SignInDialog = lazyDialog(() => import('./SignInDialog.tsx').then((part) => part.SignInDialog));
