// Beside a page, before everything else there: tells the page which file does not come. Python itself would wait for it
// without end.
{
  const ask = self.fetch;
  const tell = (address, why) => postMessage({ missing: `could not load ${address}: ${why}` });
  self.fetch = async (...given) => {
    const answer = await ask(...given).catch((error) => {
      tell(given[0]?.url ?? given[0], error);
      throw error;
    });
    if (!answer.ok) tell(answer.url, answer.status);
    return answer;
  };
}
