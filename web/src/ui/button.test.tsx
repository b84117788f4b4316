// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button'

afterEach(cleanup)

function Page({ successor }: { successor?: ReactNode }) {
  const [isConfirmed, setConfirmed] = useState(false)
  return (
    <main>
      <h1>Texts</h1>
      {!isConfirmed && <Button onClick={() => setConfirmed(true)}>This is right</Button>}
      {isConfirmed && successor}
      <button type="button" onClick={() => setConfirmed(true)}>
        All are right
      </button>
    </main>
  )
}

const user = userEvent.setup({ delay: null })

it('gives the focus to the heading of the page when its own action removes it', async () => {
  render(<Page />)
  await user.click(screen.getByText('This is right'))
  expect(document.activeElement).toBe(screen.getByText('Texts'))
})

it('leaves the focus to what has taken it', async () => {
  // biome-ignore lint/a11y/noAutofocus: the successor of the button takes the focus
  render(<Page successor={<input aria-label="Reason" autoFocus />} />)
  await user.click(screen.getByText('This is right'))
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  cleanup()
  render(<Page />)
  await user.click(screen.getByText('All are right'))
  expect(document.activeElement).toBe(screen.getByText('All are right'))
})
