import { date } from '@/lib/formats'
import { mailTo, phoneText } from '@/lib/links'
import { useList } from '@/lib/list'
import { nominationLabels } from '@/lib/option-labels'
import { EmailText } from '@/ui/email-address'
import { type Column, ListTable } from '@/ui/list-table'
import { ListToolbar } from '@/ui/list-toolbar'
import type { Registration } from '../api'
import { registrationsKey } from '../api'

const columns: readonly Column<Registration>[] = [
  { key: 'name', header: 'Name', sort: 'name', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    key: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => (
      <a className="text-link" href={mailTo(email)}>
        <EmailText address={email} />
      </a>
    ),
  },
  {
    key: 'phone',
    header: 'Phone',
    width: 9.5,
    cell: ({ phone }) => <span className="whitespace-nowrap">{phoneText(phone)}</span>,
  },
  { key: 'company', header: 'Company', sort: 'companyName', from: '4xl', cell: ({ companyName }) => companyName },
  {
    key: 'directorType',
    header: 'Director Type',
    sort: 'directorType',
    width: 9,
    from: '5xl',
    cell: ({ directorType }) => nominationLabels.directorType[directorType],
  },
  {
    key: 'experience',
    header: 'Experience',
    sort: 'yearsOfExperience',
    width: 8,
    from: '5xl',
    cell: ({ yearsOfExperience }) => nominationLabels.yearsOfExperience[yearsOfExperience],
  },
  {
    key: 'date',
    header: 'Date',
    sort: 'createdAt',
    width: 8,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{date(createdAt)}</span>,
  },
]

/** Everyone who has sent the form. */
export function RegistrationsTab() {
  const list = useList({
    key: registrationsKey,
    route: 'GET /api/registrations',
  })
  return (
    <>
      <ListToolbar
        list={list}
        columns={columns}
        searchLabel="Search registrations"
        placeholder="Search by name, email, phone or company"
      />
      <ListTable
        caption="Completed registrations"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        nothing="No completed registrations yet"
        noMatch="No registrations match your search"
      />
    </>
  )
}
