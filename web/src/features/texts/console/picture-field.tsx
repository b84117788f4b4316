import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type LibraryPicture, libraryQuery } from '@/lib/pictures'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Skeleton } from '@/ui/skeleton'
import { encode, type Picture } from './api'
import type { BoxedFieldProps } from './boxed-field'
import { PictureDialog } from './picture-dialog'
import { isDescribed, PictureGrid } from './picture-grid'
import { PictureUploader } from './picture-uploader'

/** Chooses the picture of a page from the library, and describes it for people who cannot see it. */
export function PictureField({ row, entry, onType }: BoxedFieldProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { image, alt }: Picture = JSON.parse(entry?.value ?? encode(row.draft ?? row.published))
  const change = (changed: Partial<Picture>) => onType(encode({ image, alt, ...changed }))

  return (
    <div className="flex flex-col gap-3 border border-base-300 p-3">
      <div className="flex flex-wrap items-center gap-3">
        {image ? (
          <img src={image} alt="" className="size-20 border border-base-300 object-cover" />
        ) : (
          <p className="text-quiet">No picture: the page shows its drawing, or nothing.</p>
        )}
        <Button tone="outline" onClick={() => setChoosing(true)}>
          {image ? 'Choose another picture' : 'Choose a picture'}
        </Button>
        {image && (
          <Button tone="quiet" onClick={() => change({ image: '', alt: '' })}>
            Remove
          </Button>
        )}
      </div>
      {image && (
        <Field
          label="Description on this page"
          hint="For people who cannot see the picture. If it is empty, the library’s description is used."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              maxLength={300}
              value={alt}
              onChange={(event) => change({ alt: event.target.value })}
            />
          )}
        </Field>
      )}
      {isChoosing && (
        <PictureChooser
          chosen={image}
          onChoose={({ url }) => {
            setChoosing(false)
            change({ image: url, alt: '' })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

type PictureChooserProps = { chosen: string; onChoose: (picture: LibraryPicture) => void; onClose: () => void }

/** Chooses a picture of the library, or uploads one. A picture must be described before a page shows it. */
function PictureChooser({ chosen, onChoose, onClose }: PictureChooserProps) {
  const [search, setSearch] = useState('')
  const { data, error, isFetching, refetch } = useQuery(libraryQuery(useDeferredValue(search.trim())))
  const [openId, setOpenId] = useState('')
  if (openId) return <PictureDialog key={openId} id={openId} onSaved={onChoose} onClose={() => setOpenId('')} />
  return (
    <Dialog open title="Choose a picture" onClose={onClose}>
      <PictureUploader onUploaded={({ id }) => setOpenId(id)} />
      <Field label="Search the pictures" hasDefault className="mb-4">
        {(control) => (
          <input
            {...control}
            type="search"
            className="input"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      {error && !data && (
        <LoadError title="The pictures could not be loaded" error={error} busy={isFetching} onRetry={() => refetch()} />
      )}
      {!error && !data && <Skeleton lines={3} />}
      {data?.rows.length === 0 && (
        <p className="text-quiet">
          {search ? 'No pictures match your search.' : 'No pictures have been uploaded yet.'}
        </p>
      )}
      {data && (
        <PictureGrid
          pictures={data.rows}
          chosen={chosen}
          onPress={(picture) => (isDescribed(picture) ? onChoose(picture) : setOpenId(picture.id))}
        />
      )}
      {data && data.total > data.rows.length && (
        <p className="mt-3 text-quiet text-sm">These are the newest {data.rows.length}. Search to find others.</p>
      )}
    </Dialog>
  )
}
