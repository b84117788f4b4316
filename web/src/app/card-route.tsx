import { CardPage } from '@/features/payments/card-page'
import { Gate } from './gate'

export function Component() {
  return (
    <Gate admits="users">
      <CardPage />
    </Gate>
  )
}
