// Compresses the built files once with the best compression, so that requests need not.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root } from './command.mjs'

const textLike = new Set(['.css', '.html', '.ico', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest', '.xml'])

const forms = {
  '.br': (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  '.gz': (content) => promisify(gzip)(content, { level: 9 }),
}

/** Writes file.br and file.gz next to each text file if they are smaller. */
export async function precompress(folder) {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && textLike.has(path.extname(entry.name)))
    // index.html is the template for pages and is never sent itself.
    .filter((entry) => entry.name !== 'index.html')
    .map((entry) => path.join(entry.parentPath, entry.name))
  await Promise.all(files.map(compress))
}

async function compress(file) {
  const content = await readFile(file)
  for (const [ending, form] of Object.entries(forms)) {
    const smaller = await form(content)
    if (smaller.length < content.length) await writeFile(file + ending, smaller)
  }
}
