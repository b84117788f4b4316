// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { RefundDialog } from './refund-dialog'

afterEach(cleanup)

function open(hasMandate: boolean) {
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RefundDialog
          transactionId="one"
          payer="Asha Rao"
          left="₹29,500"
          hasMandate={hasMandate}
          onSent={() => undefined}
          onClose={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('says what happens to the automatic renewal only if there is one', () => {
  open(false)
  screen.getByText(/A full refund ends the membership that was paid for\. /)
  cleanup()
  open(true)
  screen.getByText(/A full refund ends the membership that was paid for, unless you keep the automatic renewal\. /)
  expect(screen.getByLabelText('Automatic renewal')).toBeTruthy()
})
