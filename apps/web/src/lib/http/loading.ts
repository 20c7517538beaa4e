import { setLoading } from '../pagina/notices.ts'

let running = 0

/** Marks a request as running: the indicator appears after `delay` ms and disappears with the last request. */
export function beginLoading(delay: number): () => void {
  let isLit = false
  const light = () => {
    isLit = true
    running += 1
    setLoading(true)
  }
  const timer = delay > 0 ? setTimeout(light, delay) : void light()
  return () => {
    clearTimeout(timer)
    if (!isLit) return
    isLit = false
    running -= 1
    if (running === 0) setLoading(false)
  }
}
