// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { createElement, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wantForm, whenFormIsWanted } from './when-form-is-wanted'

let scrollNear: () => void

class Observer {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    scrollNear = () => callback([{ isIntersecting: true }])
  }
  observe() {}
  disconnect() {}
}

async function isWanted(wait: Promise<void>): Promise<boolean> {
  return Promise.race([wait.then(() => true), Promise.resolve().then(() => Promise.resolve(false))])
}

describe('the nomination form is fetched', () => {
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', Observer)
    document.body.innerHTML = `
      <a id="in-page" href="/#about">About</a><a id="elsewhere" href="/auth">Login</a>
      <section id="register"><input></section>`
  })
  afterEach(() => {
    location.hash = ''
    vi.unstubAllGlobals()
  })

  it('not before the visitor needs it', async () => {
    const wait = whenFormIsWanted()
    document.addEventListener('click', (event) => event.preventDefault(), { once: true })
    document.getElementById('elsewhere')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(await isWanted(wait)).toBe(false)
  })

  it('when its section is near the viewport', async () => {
    const wait = whenFormIsWanted()
    scrollNear()
    expect(await isWanted(wait)).toBe(true)
  })

  it('when one of its fields is focused', async () => {
    const wait = whenFormIsWanted()
    document.querySelector('input')?.focus()
    expect(await isWanted(wait)).toBe(true)
  })

  it('when a link within the page is clicked, because React delays that navigation until then', async () => {
    const wait = whenFormIsWanted()
    document.getElementById('in-page')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(await isWanted(wait)).toBe(true)
  })

  it('when wantForm requests it', async () => {
    const wait = whenFormIsWanted()
    wantForm()
    expect(await isWanted(wait)).toBe(true)
  })

  it('when a link was clicked before React rendered the form', async () => {
    vi.resetModules()
    vi.doMock('@/features/nominations/nomination-form', () => ({ NominationForm: () => 'the form' }))
    const { NominationForm } = await import('./nomination-form-chunk')
    document.getElementById('in-page')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    const { findByText } = render(createElement(Suspense, { fallback: 'loading' }, createElement(NominationForm)))
    await findByText('the form')
  })

  it('immediately when the address has the fragment of the form', async () => {
    location.hash = '#register'
    expect(await isWanted(whenFormIsWanted())).toBe(true)
  })

  it('immediately on a page that was not rendered by the server', async () => {
    document.body.innerHTML = ''
    expect(await isWanted(whenFormIsWanted())).toBe(true)
  })
})
