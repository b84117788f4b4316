// npm run build: creates ./boardcircle, the whole product in one file.
import { build } from './build-steps.mjs'
import { requireTools } from './tools.mjs'

await requireTools()
await build()
