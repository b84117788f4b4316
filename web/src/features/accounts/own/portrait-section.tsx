import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { messageOf } from '@/lib/api-error'
import { ownProfileQuery, seenBy } from '@/lib/own-profile'
import { useSession } from '@/lib/session'
import { Button } from '@/ui/button'
import { Confirm } from '@/ui/confirm'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { Portrait } from '@/ui/portrait'
import { useToast } from '@/ui/toast-queue'
import { useReport } from '@/ui/use-report'
import { AccountSection } from '../account-section'
import { useDeletePortrait, useSavePortrait } from './api'
import { PortraitCropper } from './portrait-cropper'

const unreadable = 'Your browser cannot read this file as an image. Please choose a JPEG, PNG or WebP file.'

/** The member's portrait. The browser crops it, and the server re-encodes it. */
export function PortraitSection({ portrait }: { portrait: string }) {
  const { user } = useSession()
  const { data: own } = useQuery(ownProfileQuery)
  const report = useReport()
  const toast = useToast()
  const save = useSavePortrait()
  const remove = useDeletePortrait()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap>()
  const [problem, setProblem] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)

  async function choose(file: File | undefined) {
    setProblem(undefined)
    if (!file) return
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setProblem(unreadable)
    }
  }

  function close() {
    picture?.close()
    setPicture(undefined)
    // Allows the user to choose the same file again.
    if (input.current) input.current.value = ''
    input.current?.focus()
  }

  async function send(file: Blob) {
    setProblem(undefined)
    try {
      await save.mutateAsync(file)
      toast({ title: 'Your portrait was saved' })
      close()
    } catch (error) {
      setProblem(messageOf(error, 'Please try again.'))
    }
  }

  return (
    <AccountSection
      title="Portrait"
      lede={`${seenBy(own, 'portrait')} We remove location and camera data from the file.`}
    >
      <div className="flex flex-wrap items-center gap-x-8 gap-y-5">
        <Portrait src={portrait} name={user?.name ?? ''} className="size-28" />
        <div className="min-w-0 flex-[1_1_16rem]">
          <label htmlFor={id} className="mb-2 block font-medium">
            {portrait ? 'Choose another picture' : 'Choose a picture'}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby={`${id}-hint`}
            className="input h-auto w-full max-w-md cursor-pointer py-1.5 file:mr-4 file:cursor-pointer file:border-0 file:bg-base-200 file:px-3 file:py-1.5 file:font-semibold"
            onChange={(event) => choose(event.target.files?.[0])}
          />
          <p id={`${id}-hint`} className="mt-1.5 text-quiet text-sm">
            JPEG, PNG or WebP. In the next step you choose which part is shown.
          </p>
          {portrait && (
            <Button tone="outline" className="mt-4" onClick={() => setRemoving(true)}>
              Remove portrait
            </Button>
          )}
        </div>
      </div>
      {!picture && <Problem message={problem} />}
      <Dialog open={picture !== undefined} title="Your portrait" onClose={close}>
        {picture && (
          <>
            <PortraitCropper picture={picture} busy={save.isPending} onCut={send} onCancel={close} />
            <Problem message={problem} />
          </>
        )}
      </Dialog>
      <Confirm
        open={isRemoving}
        title="Remove your portrait?"
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={async () => {
          await report(remove.mutateAsync(), {
            done: () => ({ title: 'Your portrait was removed' }),
            failed: 'Your portrait was not removed',
          })
          setRemoving(false)
        }}
        onClose={() => setRemoving(false)}
      >
        <p>The picture is deleted. You can choose another one at any time.</p>
      </Confirm>
    </AccountSection>
  )
}

function Problem({ message }: { message: string | undefined }) {
  return (
    <div role="alert" className="mt-4 empty:hidden">
      {message && (
        <Notice tone="warning" title="Your portrait was not saved">
          <p>{message}</p>
        </Notice>
      )}
    </div>
  )
}
