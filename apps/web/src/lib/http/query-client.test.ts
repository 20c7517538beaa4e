import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { queryClient } from './query-client.ts'

it('what is read for the first time while it changes is read once more', async () => {
  const answers: ((unidad: string) => void)[] = []
  const queryFn = () => new Promise<string>((answer) => answers.push(answer))
  const observer = new QueryObserver(queryClient, { queryKey: ['unidad', 'lista'], queryFn })
  const end = observer.subscribe(() => undefined)
  await expect.poll(() => answers.length).toBe(1)
  const done = queryClient.invalidateQueries({ queryKey: ['unidad'] })
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await done
  expect(observer.getCurrentResult().data).toBe('after')
  end()
})
