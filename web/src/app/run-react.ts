import * as client from 'react-dom/client'

// React is CommonJS, so its code runs where it is first used. vite.config.ts puts this file into React's own script, so
// React usually runs in its own task instead of in that of the site's script.
export const { createRoot, hydrateRoot } = client
