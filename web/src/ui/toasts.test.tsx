// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unanswered } from '@/lib/api-error'
import { type Toast, useToast } from './toast-queue'
import { Toasts } from './toasts'

let show: (toast: Toast) => void

function Shower() {
  show = useToast()
  return null
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(
      <Provider>
        <Toasts />
        <Shower />
      </Provider>,
    )
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('have empty live regions before the first message', () => {
    expect(screen.getByRole('status').textContent).toBe('')
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('disappear after five seconds', () => {
    act(() => show({ title: 'Logged out' }))
    expect(screen.getByRole('status').textContent).toContain('Logged out')
    act(() => vi.advanceTimersByTime(4999))
    expect(screen.getByRole('status').textContent).toContain('Logged out')
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('stay longer if they have a longer duration', () => {
    act(() => show({ title: 'Enquiry Submitted Successfully!', duration: 6000 }))
    act(() => vi.advanceTimersByTime(5999))
    expect(screen.getByRole('status').textContent).toContain('Enquiry Submitted')
  })

  it('are shown one at a time, and the newest for its full duration', () => {
    act(() => show({ title: 'First' }))
    act(() => vi.advanceTimersByTime(4000))
    act(() => show({ title: 'Second' }))
    act(() => vi.advanceTimersByTime(4000))
    expect(screen.queryByText('First')).toBeNull()
    expect(screen.getByText('Second')).toBeTruthy()
  })

  it('do not say that a change has failed if its answer is lost', () => {
    act(() => show({ title: 'Not refunded', description: unanswered().message, destructive: true }))
    expect(screen.queryByText('Not refunded')).toBeNull()
    expect(screen.getByText('No answer')).toBeTruthy()
  })

  it('are alerts if they report a failure', () => {
    act(() => show({ title: 'Logout failed', destructive: true }))
    expect(screen.getByRole('alert').textContent).toContain('Logout failed')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('can be dismissed', () => {
    act(() => show({ title: 'Logged out' }))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    expect(screen.queryByText('Logged out')).toBeNull()
  })
})
