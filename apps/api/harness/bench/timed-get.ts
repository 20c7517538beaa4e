import http from 'node:http'

/** Milliseconds until the whole answer has arrived. @throws Error for any status but 200 */
export function timedGet(agent: http.Agent, url: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    http
      .get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const elapsed = performance.now() - began
          if (response.statusCode === 200) resolve(elapsed)
          else reject(new Error(`${url}: ${response.statusCode} ${Buffer.concat(chunks).toString('utf8').slice(0, 300)}`))
        })
        response.on('error', reject)
      })
      .on('error', reject)
  })
}
