import { useNavigate } from 'react-router'
import { href } from '@/lib/href'
import { paths } from '@/lib/paths'
import { PageHead } from '@/ui/page-head'
import { SeatForm } from '../seat-form'
import { useSaveSeat } from './api'

/** A new board seat of the office. */
export function NewPage() {
  const navigate = useNavigate()
  const { mutateAsync } = useSaveSeat()
  return (
    <>
      <PageHead title="Post a board seat" lede="Members see it at once. Their interest comes to the office." />
      <SeatForm
        save={(body) => mutateAsync({ body })}
        onSaved={({ id }) => navigate(href(paths.adminBoardSeat, { id }))}
        done="The board seat is open"
        action="Post"
      />
    </>
  )
}
