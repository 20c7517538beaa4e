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

it.each([
  ['read for the first time', undefined],
  ['read again', 'before'],
])('what was saved stands, whatever was %s when it was saved', async (_when, known) => {
  const queryKey = ['marca', _when]
  if (known !== undefined) queryClient.setQueryData(queryKey, known)
  const answers: ((marca: string) => void)[] = []
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => new Promise<string>((answer) => answers.push(answer)) })
  const end = observer.subscribe(() => undefined)
  await expect.poll(() => answers.length).toBe(1)
  queryClient.setQueryData(queryKey, 'saved')
  answers[0]?.('before')
  await expect.poll(() => queryClient.isFetching({ queryKey })).toBe(0)
  expect(observer.getCurrentResult()).toMatchObject({ data: 'saved', isSuccess: true, fetchStatus: 'idle' })
  end()
})
