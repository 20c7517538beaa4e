import { QueryObserver, type QueryKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { queryClient } from './query-client.ts'

/** An observed query; each request adds an entry that the test answers. */
function reading(queryKey: QueryKey) {
  const answers: ((data: string) => void)[] = []
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: () => new Promise<string>((answer) => answers.push(answer)) })
  return { answers, observer, end: observer.subscribe(() => undefined) }
}

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

it('a change over what was known does not lose the news for which it was being asked again, nor does a whole value ask for more', async () => {
  const queryKey = ['aviso', 'cambio']
  const { answers, observer, end } = reading(queryKey)
  answers[0]?.('a')
  await expect.poll(() => observer.getCurrentResult().data).toBe('a')
  void queryClient.invalidateQueries({ queryKey })
  await expect.poll(() => answers.length).toBe(2)
  queryClient.setQueryData<string>(queryKey, (before) => `${before}+`)
  expect(observer.getCurrentResult().data).toBe('a+')
  await expect.poll(() => answers.length).toBe(3)
  answers[1]?.('read before')
  answers[2]?.('news+')
  await expect.poll(() => observer.getCurrentResult().data).toBe('news+')
  void queryClient.invalidateQueries({ queryKey })
  await expect.poll(() => answers.length).toBe(4)
  queryClient.setQueryData(queryKey, 'saved')
  await expect.poll(() => queryClient.isFetching({ queryKey })).toBe(0)
  expect([observer.getCurrentResult().data, answers.length]).toEqual(['saved', 4])
  end()
})

it('what nobody looks at stays to be asked again after a change', () => {
  const queryKey = ['aviso', 'aparte']
  queryClient.setQueryData(queryKey, 'a')
  void queryClient.invalidateQueries({ queryKey })
  queryClient.setQueryData<string>(queryKey, (before) => `${before}+`)
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ data: 'a+', isInvalidated: true })
})

it.each([
  ['as it is', undefined],
  ['by a change that says nothing', () => undefined],
])('nothing that is put %s calls off what is being read', async (how, nothing) => {
  const queryKey = ['aviso', how]
  const { answers, observer, end } = reading(queryKey)
  await expect.poll(() => answers.length).toBe(1)
  queryClient.setQueryData<string>(queryKey, nothing)
  answers[0]?.('first')
  await expect.poll(() => observer.getCurrentResult().data).toBe('first')
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(2)
  queryClient.setQueryData<string>(queryKey, nothing)
  answers[1]?.('second')
  await expect.poll(() => observer.getCurrentResult().data).toBe('second')
  end()
})
