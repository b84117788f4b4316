// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type PageTexts, useTexts } from './texts'
import { builtInTexts, WithTexts } from './texts-fixture'

type Landing = ReturnType<typeof useTexts<'landing'>>

function shown(show: (text: Landing) => React.ReactNode, isEditing = false, change?: (texts: PageTexts) => void) {
  const landing = builtInTexts('landing')
  change?.(landing)
  const Shown = () => show(useTexts('landing'))
  return renderToStaticMarkup(
    <WithTexts pages={[landing]} isEditing={isEditing}>
      <Shown />
    </WithTexts>,
  )
}

describe('a plain text', () => {
  it('has no markup of its own for visitors', () => {
    expect(shown((text) => <p>{text('hero.join')}</p>)).toBe('<p>Join</p>')
  })

  it('is marked with its key in edit mode', () => {
    expect(shown((text) => <p>{text('hero.join')}</p>, true)).toBe(
      '<p><span data-text="landing.hero.join">Join</span></p>',
    )
    expect(shown((text) => <p {...text.props('hero.join')}>{text.plain('hero.join')}</p>, true)).toBe(
      '<p data-text="landing.hero.join">Join</p>',
    )
  })

  it('has its placeholders replaced, by elements too', () => {
    const show = (text: Landing) => text('register.nextSession', { session: <b>Launch</b>, date: '5 January' })
    expect(shown(show)).toBe('The next open session: <b>Launch</b>, 5 January.')
    expect(shown((text) => text.plain('register.nextSession', { session: 'Launch', date: '5 January' }))).toBe(
      'The next open session: Launch, 5 January.',
    )
  })

  it('is escaped', () => {
    const change = ({ texts }: PageTexts) => Object.assign(texts, { 'hero.join': '<img src=x onerror=alert(1)>' })
    expect(shown((text) => text('hero.join'), false, change)).toBe('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('that is empty exists in edit mode only, so that an editor can fill it', () => {
    const change = ({ texts }: PageTexts) => Object.assign(texts, { 'hero.join': '' })
    const show = (text: Landing) => (text.has('hero.join') ? <p>{text('hero.join')}</p> : 'none')
    expect(shown(show, false, change)).toBe('none')
    expect(shown(show, true, change)).toBe('<p><span data-text="landing.hero.join"></span></p>')
  })
})

describe('a text in English on a page in Hindi', () => {
  const inHindi = (show: (text: Landing) => React.ReactNode, isEditing = false) => {
    const landing: PageTexts = { ...builtInTexts('landing'), language: 'hi', untranslated: ['hero.join', 'about.body'] }
    const Shown = () => show(useTexts('landing'))
    return renderToStaticMarkup(
      <WithTexts pages={[landing]} language="hi" isEditing={isEditing}>
        <Shown />
      </WithTexts>,
    )
  }

  it('says so to screen readers', () => {
    expect(inHindi((text) => <p>{text('hero.join')}</p>)).toBe('<p><span lang="en">Join</span></p>')
    expect(inHindi((text) => <p {...text.props('hero.join')}>{text.plain('hero.join')}</p>)).toBe(
      '<p lang="en">Join</p>',
    )
  })

  it('is flagged in edit mode', () => {
    expect(inHindi((text) => <p>{text('hero.join')}</p>, true)).toBe(
      '<p><span data-text="landing.hero.join" lang="en">Join</span></p>',
    )
  })

  it('does not mark the texts that have a translation', () => {
    expect(inHindi((text) => <p>{text('hero.title')}</p>)).not.toContain('lang=')
  })
})

describe('a list', () => {
  const show = (text: Landing) => (
    <ul {...text.listProps('stats.items')}>
      {text.list('stats.items').map(({ id, text, props }) => (
        <li key={id} {...props}>
          {text('value')}
        </li>
      ))}
    </ul>
  )
  const shorten = ({ lists }: PageTexts) => Object.assign(lists, { 'stats.items': ['time', 'members'] })

  it('has the order that the server sends', () => {
    expect(shown(show, false, shorten)).toBe('<ul><li>90 min</li><li>300+</li></ul>')
  })

  it('is marked in edit mode, with its items and their texts', () => {
    expect(shown(show, true, ({ lists }) => Object.assign(lists, { 'stats.items': ['time'] }))).toBe(
      '<ul data-list="landing.stats.items"><li data-item="time"><span data-text="landing.stats.items.time.value">90 min</span></li></ul>',
    )
  })
})
