use std::sync::Mutex;

use super::*;

/// Writes numbers, each of which is so many rows, when it is let.
#[derive(Default)]
struct Numbers {
    begun: Mutex<Vec<Vec<usize>>>,
    gate: Option<Arc<Semaphore>>,
}

#[async_trait]
impl GroupWriter for Numbers {
    type Entry = usize;
    type Answer = usize;

    async fn write(&self, entries: &mut [&mut usize]) -> Result<Vec<Option<usize>>, StoreError> {
        let numbers: Vec<usize> = entries.iter().map(|number| **number).collect();
        self.begun.lock().unwrap().push(numbers.clone());
        if let Some(gate) = &self.gate {
            gate.acquire().await.unwrap().forget();
        }
        Ok(numbers.into_iter().map(Some).collect())
    }

    async fn write_alone(&self, entry: &usize) -> usize {
        *entry
    }

    fn is_written(_: &usize) -> bool {
        true
    }

    fn unavailable(_: &StoreError) -> usize {
        0
    }

    fn tenant(number: &usize) -> ProfileId {
        uuid::Uuid::from_u128(u128::try_from(*number).unwrap()).into()
    }

    fn rows(entry: &usize) -> usize {
        *entry
    }
}

struct Fixture {
    groups: Arc<GroupCommit<Numbers>>,
    gate: Arc<Semaphore>,
}

impl Fixture {
    fn new(writers: usize) -> Self {
        let gate = Arc::new(Semaphore::new(0));
        let writer = Numbers {
            gate: Some(Arc::clone(&gate)),
            ..Numbers::default()
        };
        let bounds = Bounds {
            writers,
            rows_beside_others: 10,
            ..Bounds::default()
        };
        let groups = GroupCommit::start(writer, Arc::new(Notify::new()), bounds);
        Self {
            groups: Arc::new(groups),
            gate,
        }
    }

    /// Hands numbers in, and lets everybody go as far as they get.
    async fn send(&self, numbers: &[usize]) {
        for number in numbers {
            let (groups, number) = (Arc::clone(&self.groups), *number);
            tokio::spawn(async move {
                let permit = groups.permit().unwrap();
                assert_eq!(groups.write(permit, number).await.unwrap(), number);
            });
        }
        self.settle().await;
    }

    async fn settle(&self) {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }

    /// Lets so many groups be written.
    async fn open(&self, groups: usize) {
        self.gate.add_permits(groups);
        self.settle().await;
    }

    fn begun(&self) -> Vec<Vec<usize>> {
        self.groups.writer().begun.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn few_rows_wait_for_the_group_before_them() {
    let fixture = Fixture::new(3);
    fixture.send(&[1]).await;
    fixture.send(&[2, 3]).await;
    fixture.send(&[4]).await;
    assert_eq!(fixture.begun(), [vec![1]]);
    fixture.open(1).await;
    assert_eq!(fixture.begun(), [vec![1], vec![2, 3, 4]]);
    fixture.open(1).await;
    assert_eq!(fixture.groups.waiting(), 0);
}

#[tokio::test]
async fn many_rows_are_written_beside_others_as_far_as_there_are_writers() {
    let fixture = Fixture::new(2);
    fixture.send(&[1]).await;
    fixture.send(&[6]).await;
    assert_eq!(fixture.begun(), [vec![1]]);
    fixture.send(&[4]).await;
    assert_eq!(fixture.begun(), [vec![1], vec![6, 4]]);
    fixture.send(&[50]).await;
    assert_eq!(fixture.begun(), [vec![1], vec![6, 4]]);
    fixture.open(1).await;
    assert_eq!(fixture.begun(), [vec![1], vec![6, 4], vec![50]]);
    fixture.open(2).await;
    assert_eq!(fixture.groups.waiting(), 0);
}

#[tokio::test]
async fn rows_that_wait_for_others_are_written_when_nobody_can_hand_in_more() {
    let writer = Numbers::default();
    let shared = Shared::new(writer, Arc::new(Notify::new()), Bounds::default());
    shared.writing.fetch_add(1, Ordering::AcqRel);
    let (queue, waiting) = unbounded_channel();
    let waiting = tokio::sync::Mutex::new(waiting);
    let permit = Arc::clone(&shared.room).try_acquire_owned().unwrap();
    let (one, _answer) = Waiting::new(permit, 1);
    assert!(queue.send(one).is_ok());
    drop(queue);
    let group = shared.next(&waiting, Vec::new()).await.unwrap();
    assert_eq!(group.len(), 1);
    assert!(shared.next(&waiting, Vec::new()).await.is_none());
}

#[tokio::test]
async fn what_was_put_off_does_not_wait_behind_a_writer_that_waits_for_more() {
    let writer = Numbers::default();
    let shared = Shared::new(writer, Arc::new(Notify::new()), Bounds::default());
    let (_queue, waiting) = unbounded_channel();
    let waiting = tokio::sync::Mutex::new(waiting);
    let _held = waiting.lock().await;
    let permit = Arc::clone(&shared.room).try_acquire_owned().unwrap();
    let (one, _answer) = Waiting::new(permit, 1);
    let group = shared.next(&waiting, vec![one]).await.unwrap();
    assert_eq!(group.len(), 1);
}
