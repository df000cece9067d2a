import '@fontsource-variable/inter/wght.css';
import '../app.css';
import { must } from '@weft/std';
import { createRoot } from 'react-dom/client';
import { Gallery } from '../features/gallery/Gallery.tsx';

// Served by `npm run dev` at /gallery.html; no part of what is built.
createRoot(must(document.getElementById('app'), 'the page has an #app element')).render(<Gallery />);
