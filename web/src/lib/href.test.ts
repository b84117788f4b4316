import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { consolePaths } from './console-paths'
import { href } from './href'
import { paths } from './paths'

describe('href', () => {
  it('fills in the parameters of the path', () => {
    expect(href(consolePaths.person, { id: 'u1' })).toBe('/admin/people/u1')
    expect(href(consolePaths.person, { id: 'a/b' })).toBe('/admin/people/a%2Fb')
  })

  it('adds the other values as the query', () => {
    expect(href(consolePaths.nomination, { state: 'all', id: 'n1' })).toBe('/admin/nominations/n1?state=all')
    expect(href(paths.auth, { redirect: '/?a=b&c#d' })).toBe('/auth?redirect=%2F%3Fa%3Db%26c%23d')
    expect(href(consolePaths.nominations, {})).toBe('/admin/nominations')
    expect(href(paths.home)).toBe('/')
  })

  it('does not build an address without its parameters', () => {
    // @ts-expect-error: the id is missing
    expect(() => href(consolePaths.person)).toThrow()
  })
})

describe('the sources', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

  it('add parameters and queries to an address only with href', () => {
    const byHand = /\$\{(?:consoleP|p)aths\.\w+\}[/?](?!\*|`)|[pP]aths\.\w+\.replace\(|generatePath\(/
    expect(sources.filter(({ text }) => byHand.test(text)).map(({ file }) => file)).toEqual([])
  })

  it.each(Object.entries({ paths, consolePaths }))(
    'never link to an address of %s without its parameters',
    (group, addresses) => {
      const unfilled = Object.entries(addresses).flatMap(([name, path]) => (path.includes(':') ? [name] : []))
      const link = new RegExp(`\\b(?:to=\\{|to: |navigate\\()${group}\\.(?:${unfilled.join('|')})\\b`)
      expect(sources.filter(({ text }) => link.test(text)).map(({ file }) => file)).toEqual([])
    },
  )
})
