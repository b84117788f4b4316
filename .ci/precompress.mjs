// Compresses the built files once with the best compression, so that requests need not. Writes file.br and file.gz next
// to each text file if they are smaller.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

// index.html is the template for pages and is never sent itself. Quality 11 is the default of Brotli, and the highest.
const isText = (name) => /\.(css|html|ico|js|json|mjs|svg|txt|webmanifest|xml)$/.test(name) && name !== 'index.html'
for (const entry of readdirSync('web/dist/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !isText(entry.name)) continue
  const file = path.join(entry.parentPath, entry.name)
  const content = readFileSync(file)
  const forms = { '.br': brotliCompressSync(content), '.gz': gzipSync(content, { level: 9 }) }
  for (const [ending, form] of Object.entries(forms))
    if (form.length < content.length) writeFileSync(file + ending, form)
}
