import { HomeView } from './HomeView.tsx';

/** Everything one may see, wherever it lies. */
export const HomePage = () => <HomeView workspace={null} />;
