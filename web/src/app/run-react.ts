import * as client from 'react-dom/client'

// React is CommonJS, so its code runs where it is first used. Used here, which vite.config.ts puts into React's own
// script, it usually runs in a task of its own and not in that of the site's script.
export const { createRoot, hydrateRoot } = client
