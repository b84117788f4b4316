import type { LibraryPicture } from '@/lib/pictures'
import { Badge } from '@/ui/badge'

type PictureGridProps = {
  pictures: readonly LibraryPicture[]
  /** The address of the chosen picture, if one can be chosen. */
  chosen?: string
  onPress: (picture: LibraryPicture) => void
}

/** Pictures of the library as buttons. */
export function PictureGrid({ pictures, chosen, onPress }: PictureGridProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-4">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-pressed={chosen === undefined ? undefined : chosen === picture.url}
            className="flex w-full cursor-pointer flex-col gap-1 border-2 border-transparent p-1 text-left hover:border-base-300 aria-pressed:border-base-content"
            onClick={() => onPress(picture)}
          >
            <img
              src={picture.src}
              srcSet={picture.srcset}
              sizes="14rem"
              alt=""
              loading="lazy"
              className="aspect-square w-full bg-base-200 object-cover"
              style={{ objectPosition: `${picture.focusX}% ${picture.focusY}%` }}
            />
            <span className="wrap-anywhere line-clamp-3 text-sm">{nameOf(picture)}</span>
            {!isDescribed(picture) && (
              <Badge tone="warning" wraps>
                Needs a description
              </Badge>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Reports whether pages may show the picture. */
export function isDescribed({ alt, isDecorative }: LibraryPicture): boolean {
  return alt !== '' || isDecorative
}

function nameOf({ alt, isDecorative, fileName }: LibraryPicture): string {
  if (alt) return alt
  return isDecorative ? `Decorative: ${fileName}` : fileName
}
